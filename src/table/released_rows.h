// SPDX-License-Identifier: Apache-2.0
// Records of a release that several processes made, on their way to the one that writes it: in a file without a name, so that
// memory does not grow with them.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

#include "base/form.h"
#include "table/spill_file.h"
#include "table/transform.h"

namespace guise::table {

class ReleasedRows {
 public:
  /// `folder`: with room for the records.
  explicit ReleasedRows(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void add(const Chunk& chunk);  ///< from any thread
  void write(FormWriter& form) const;
  void join(FormReader& form);

  /// Calls for every chunk in the order of the records; false when there is none left.
  bool next(Chunk& chunk);

 private:
  struct Place {
    std::int64_t offset;
    std::size_t size;
  };
  void put(std::int64_t first_record, const std::string& bytes);
  std::string at(const Place& place) const;

  std::filesystem::path folder_;
  std::mutex mutex_;
  std::optional<SpillFile> file_;
  std::map<std::int64_t, Place> places_;  // by the first record of a chunk
  std::int64_t next_ = -1;                // the first record of the next chunk is this or later
};

/// As transform(), of a table whose records have been masked already.
Written write_released(const Table& in, const Selection& selection, const Work& how, const Output& output, ReleasedRows& rows,
                       const std::function<void(const Written&)>& ready);

}  // namespace guise::table
