// SPDX-License-Identifier: Apache-2.0
// A pass over a table as a stage: what it gathers can be written, read and joined, so that ranges of the records may be worked
// on by processes of their own. Who has a table run in stages gives it a `Passes` (Reader::set_passes); without one a pass runs
// as a whole. A job is the same function either way: it begins its passes in the same order every time, and what a pass has
// gathered already is handed to it.
#pragma once
#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/form.h"
#include "table/reader.h"

namespace guise::table {

/// What a pass adds to, in binary form and back: `join` adds what another range has gathered.
struct Sum {
  std::function<void(FormWriter&)> write;
  std::function<void(FormReader&)> join;
  bool large =
      false;  ///< grows with the records: the partial results of its pass stay in their files until the job is finished
};
using Sums = std::vector<Sum>;

/// Of something that has write(form) and join(form).
template <typename T>
Sum sum_of(T& gathered) {
  return {[&](FormWriter& form) { gathered.write(form); }, [&](FormReader& form) { gathered.join(form); }};
}
Sum sum_of(std::atomic<std::int64_t>& count);

/// Adds the records of a table, the whole one or a part of it, to the sums.
using Gather = std::function<void(const Table&)>;

class Passes {
 public:
  virtual ~Passes() = default;
  virtual void run(std::string_view name, const Table& table, std::int64_t first_record, const Sums& sums,
                   const Gather& gather) = 0;
  /// What one process works out for all the others, such as a digest.
  virtual std::string once(std::string_view name, const std::function<std::string()>& make) = 0;
  /// Every pass is done: what follows writes files.
  virtual void before_writing() = 0;
};

/// One pass over the table, whose first record has this number.
void run_pass(const Table& table, std::string_view name, std::int64_t first_record, const Sums& sums, const Gather& gather);

/// Computed by one process for all.
std::string run_once(const Table& table, std::string_view name, const std::function<std::string()>& make);

/// From now on the passes over the table are run by `passes`; nullptr: as a whole. The number of its records becomes known.
void set_passes(Table& table, Passes* passes);

}  // namespace guise::table
