// SPDX-License-Identifier: Apache-2.0
// Sorting more rows than memory holds: sorted runs on disk, merged.
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "table/packed_rows.h"
#include "table/spill_file.h"

namespace guise::table {

/// Rows in the order of their priorities; the pointer is good until the next call, nullptr at the end.
using NextRow = std::function<const char*()>;

/// Rows are added in their own order and come out by priority; those of equal priority keep their order. Memory holds one run,
/// later a piece of each run; the disk holds every row once, encrypted and without a name, and nothing where one run is enough.
class ExternalSort {
 public:
  static constexpr std::size_t kRunBytes = std::size_t{128} << 20;  ///< rows and what sorts them
  ExternalSort(const PackedRows& format, std::filesystem::path folder, std::size_t run_bytes = kRunBytes);

  void add(std::string_view rows);
  /// Once all rows are added, and once only. The sort must outlive what it returns.
  NextRow sorted();

  std::size_t runs() const { return runs_.size(); }  ///< that went to disk
  const SpillFile* spill() const { return spill_.get(); }

 private:
  struct Place {
    std::uint64_t priority;
    std::size_t at;  // of the row in rows_
  };
  struct Run {
    std::int64_t begin, size;
  };
  void sort_rows();
  void write_run();

  PackedRows format_;
  std::filesystem::path folder_;
  std::size_t run_bytes_;
  std::vector<char> rows_;
  std::vector<Place> places_;
  std::vector<Run> runs_;
  std::unique_ptr<SpillFile> spill_;
};

}  // namespace guise::table
