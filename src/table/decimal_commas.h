// SPDX-License-Identifier: Apache-2.0
// CSV whose numbers have decimal commas, as spreadsheets of many countries write it: 1.234,5 is read as 1234.5.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "table/csv_dialect.h"

namespace guise::table {

/// Thrown where numbers hold commas and `delimiter` stands between the fields.
class DecimalCommas : public Error {
 public:
  DecimalCommas(const std::string& name, char delimiter);
  char delimiter() const { return delimiter_; }

 private:
  char delimiter_;
};

/// 1.234,5 as 1234.5; nothing where the field is no such number. Points stand between groups of three digits.
std::optional<std::string> with_point(std::string_view field);

struct WithPoints {
  std::unique_ptr<InputFile> file;   ///< the same table with decimal points
  std::vector<std::string> columns;  ///< that held commas, by the first line
};

/// Copies the table to a temporary file. Only columns where most fields of the first records are numbers with a comma change.
WithPoints with_points(const InputFile& file, char delimiter);

}  // namespace guise::table
