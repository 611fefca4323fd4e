// SPDX-License-Identifier: Apache-2.0
// Where a release goes: a file that appears whole at the end, or standard output.
#pragma once
#include <optional>
#include <string>

#include "table/atomic_file.h"
#include "table/parts_folder.h"
#include "table/reader.h"
#include "table/transform.h"

namespace guise::table {

class Destination {
 public:
  /// Refuses what cannot be written, and to replace a file that is read.
  Destination(const Output& output, const Reader& in);
  AtomicFile* file() { return file_ ? &*file_ : nullptr; }
  std::unique_ptr<Writer> writer(const Release& release);
  void flush() {
    if (file_) file_->flush();
  }
  void commit() {
    if (file_) file_->commit();
    if (folder_) folder_->commit();
  }

 private:
  std::string path_;
  std::optional<AtomicFile> file_;
  std::optional<PartsFolder> folder_;  // instead of a file
};

}  // namespace guise::table
