// SPDX-License-Identifier: Apache-2.0
// The cells of a sheet, row by row, as its XML gives them.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "table/workbook.h"

namespace guise::table {

struct SheetCell {
  enum class Kind { empty, number, text, boolean, date, time_stamp, error };
  Kind kind = Kind::empty;
  std::string text = {};  ///< as CSV has it
  double value = 0;       ///< of a number
};

/// Of column 0: "A".
std::string sheet_letters(std::size_t column);

/// Calls `take` for every row that has a cell: its number in the sheet, from 1, and its cells from column A on. The XML read so
/// far has `bytes` bytes.
using TakeSheetRow = std::function<void(std::int64_t row, const std::vector<SheetCell>& cells, std::int64_t bytes)>;
void read_sheet(const ZipFile& archive, const Workbook& book, const Workbook::Sheet& sheet, const std::string& name,
                const TakeSheetRow& take);

}  // namespace guise::table
