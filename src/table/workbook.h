// SPDX-License-Identifier: Apache-2.0
// What an .xlsx file says besides its cells: sheets, number formats that are dates, shared texts (ECMA-376, part 1, chapter
// 18).
#pragma once
#include <string>
#include <vector>

#include "table/zip_file.h"

namespace guise::table {

struct Workbook {
  struct Sheet {
    std::string name, member;
  };
  std::vector<Sheet> sheets;       ///< that hold cells, in their order
  std::vector<bool> dates;         ///< by the style of a cell: its number is a date
  std::vector<std::string> texts;  ///< shared by cells
  bool from_1904 = false;          ///< days are counted from 1904-01-01
};

Workbook read_workbook(const ZipFile& archive, const std::string& name);

}  // namespace guise::table
