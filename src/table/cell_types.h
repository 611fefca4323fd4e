// SPDX-License-Identifier: Apache-2.0
// The type of a column whose cells have types of their own, as in workbooks and SQLite.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "table/schema.h"

namespace guise::table {

class CellTypes {
 public:
  void number(double x);
  void text(std::string_view text);  ///< "NA" and the like are missing, and digits are a number
  void boolean() { ++booleans_; }
  void date() { ++dates_; }
  void time_stamp() { ++stamps_; }
  /// Where most cells are numbers, a column of numbers: a wrong one is named when it is read.
  Column column(const std::string& name) const;

 private:
  std::int64_t numbers_ = 0, whole_ = 0, booleans_ = 0, dates_ = 0, stamps_ = 0, texts_ = 0;
};

}  // namespace guise::table
