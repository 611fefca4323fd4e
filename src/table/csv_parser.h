// SPDX-License-Identifier: Apache-2.0
// Turns the bytes of CSV records into chunks.
#pragma once
#include <string_view>
#include <vector>

#include "table/csv_splitter.h"
#include "table/reader.h"

namespace guise::table {

class CsvParser {
 public:
  CsvParser(const Reader&, const CsvDialect&, const Selection&);
  Chunk parse(const CsvPiece&) const;

 private:
  enum class Use { skip, attribute, kept };
  struct Field {
    Use use = Use::skip;
    Index target = 0;  // which attribute or kept column
  };
  struct Place {
    const char *at, *end;
    std::int64_t row;  // from 1
  };
  double read_value(Place& place, std::size_t field) const;
  void refuse_rounded(std::string_view text, double x, std::int64_t row, std::size_t field) const;
  void read_kept(Place& place, TextColumn& column) const;
  std::string_view read_text(Place& place, std::string& scratch, bool& quoted) const;
  void pass_separator(Place& place, std::size_t field) const;

  const Reader& reader_;
  const CsvDialect& dialect_;
  std::vector<Field> fields_;
  std::int64_t first_record_;
  Index attributes_, kept_;
};

}  // namespace guise::table
