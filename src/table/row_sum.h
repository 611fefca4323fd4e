// SPDX-License-Identifier: Apache-2.0
// Recognises the records of a table whatever its file format, the order of its rows and of its columns, and their names.
#pragma once
#include <array>
#include <cstdint>
#include <mutex>

#include "base/bytes.h"
#include "table/table.h"

namespace guise::table {

/// A sum over the rows of a number made from each under a secret (docs/random-format.md): equal for equal rows in any order.
/// Two tables that differ have the same one by a chance of about 2^-64. It is for recognising only: whoever knows the secret
/// could make tables that collide, and has the key anyway; nobody else sees a sum.
class RowSum {
 public:
  /// `means`: fills of missing values, which count as missing; empty where none are filled.
  explicit RowSum(const Bytes32& secret, Vector means = {});
  /// From any thread; records that are dropped do not count.
  void add(const Chunk& chunk);
  /// Both sums, the number of rows and of columns.
  Bytes32 finish() const;

  /// In binary form (base/form.h), and what other records add.
  template <typename Form>
  void write(Form& form) const {
    form.kind("row sum", 1);
    form(sums_[0], sums_[1], rows_, columns_);
  }
  template <typename Form>
  void join(Form& form) {
    form.kind("row sum", 1);
    std::uint64_t a = 0, b = 0, rows = 0, columns = 0;
    form(a, b, rows, columns);
    form.check(rows_ == 0 || rows == 0 || columns == columns_, "its sums are of another table");
    sums_[0] += a, sums_[1] += b, rows_ += rows;
    if (rows > 0) columns_ = columns;
  }

 private:
  std::array<std::uint64_t, 3> keys_{};  // of values, and of rows for both sums
  Vector means_;
  std::mutex mutex_;
  std::array<std::uint64_t, 2> sums_{};
  std::uint64_t rows_ = 0, columns_ = 0;
};

}  // namespace guise::table
