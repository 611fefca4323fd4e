// SPDX-License-Identifier: Apache-2.0
// How many records of each block are left out, so that who reads a part of a table knows how many are in front of it. Only
// blocks that miss some take memory.
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

#include "table/chunk.h"

namespace guise::table {

class Absences {
 public:
  Absences() = default;
  Absences(Absences&& other) noexcept : absent_(std::move(other.absent_)) {}
  Absences& operator=(Absences&& other) noexcept {
    absent_ = std::move(other.absent_);
    return *this;
  }
  void add(const Chunk& chunk);  ///< from any thread

  /// Records left out in front of the block that begins with this record.
  std::int64_t before(std::int64_t record) const;

  /// In binary form (base/form.h), and those of other records.
  template <typename Form>
  void write(Form& form) const {
    form(absent_);
  }
  template <typename Form>
  void join(Form& form) {
    std::map<std::int64_t, std::int64_t> more;
    form(more);
    for (const auto& [block, count] : more) {
      form.check(block >= 0 && count > 0 && count <= kBlock, "it leaves an impossible number of records out");
      absent_[block] += count;
    }
  }

 private:
  std::mutex mutex_;
  std::map<std::int64_t, std::int64_t> absent_;  // by block
};

}  // namespace guise::table
