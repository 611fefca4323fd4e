// SPDX-License-Identifier: Apache-2.0
// How to do a job. Nothing of it changes the result.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "table/table.h"

namespace guise::table {
class Passes;
}

namespace guise::jobs {

struct Input;

using Warn = std::function<void(const std::string&)>;

struct Work : table::Work {
  /// Told at once what must not wait for the result: a ledger that knows earlier releases, a name that a spreadsheet would run.
  Warn warn = {};
  /// Told what is worth knowing and harmless: how a foreign file was read.
  Warn remark = {};
  std::shared_ptr<const std::atomic<bool>> stop = {};  ///< set when a job that can is to end with what is there
  std::string command = {};  ///< as the job was asked for, in the words of the place it was asked in; reports repeat it
  /// How that place would mask this table by a mask that is advised; empty: it has no commands.
  std::function<std::string(const Input&, const std::string& mask)> mask_command = {};
  table::Passes* passes = nullptr;  ///< who runs the passes over the records in stages; nullptr: they run as a whole
};

}  // namespace guise::jobs
