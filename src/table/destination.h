// SPDX-License-Identifier: Apache-2.0
// Where a release goes: a file that appears whole at the end, or standard output.
#pragma once
#include <optional>
#include <string>

#include "table/atomic_file.h"
#include "table/reader.h"
#include "table/transform.h"

namespace guise::table {

class Destination {
 public:
  /// Refuses what cannot be written, and to replace a file that is read.
  Destination(const Output& output, const Reader& in);
  AtomicFile* file() { return file_ ? &*file_ : nullptr; }
  void flush() {
    if (file_) file_->flush();
  }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  std::optional<AtomicFile> file_;
};

}  // namespace guise::table
