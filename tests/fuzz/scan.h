// SPDX-License-Identifier: Apache-2.0
// Reads all records of a table, numbers and kept texts.
#pragma once
#include <algorithm>

#include "fuzz.h"
#include "table/chunk.h"
#include "table/table.h"

namespace guise::fuzz {

inline void scan_all(const table::Table& table) {
  table::Selection selection{.attributes = table.schema().numeric(), .missing = table::Missing::drop};
  for (const table::Column& column : table.schema().columns)
    if (column.type != table::Type::number && column.type != table::Type::integer) selection.kept.push_back(column.name);
  std::int64_t records = 0;
  table.scan(selection, {.threads = 1}, [&](const table::Chunk& chunk) {
    must(chunk.values.cols() == static_cast<Index>(selection.attributes.size()));
    Matrix scratch;  // records with gaps are marked, and their numbers stay
    const Matrix& present = table::present(chunk, scratch);
    must(present.allFinite());
    records += present.rows();
  });
  if (table.records()) must(records <= *table.records());
}

}  // namespace guise::fuzz
