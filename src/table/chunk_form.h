// SPDX-License-Identifier: Apache-2.0
// Chunks in binary form (base/form.h).
#pragma once
#include <algorithm>

#include "base/form.h"
#include "table/chunk.h"

namespace guise::table {

template <typename Form>
void fields(Form& form, TextColumn& column) {
  form(column.bytes, column.ends, column.null);
  form.check(column.null.size() == column.ends.size() && std::is_sorted(column.ends.begin(), column.ends.end()) &&
                 (column.ends.empty() ? column.bytes.empty() : column.ends.back() == column.bytes.size()),
             "a column of text in it has impossible borders");
}

template <typename Form>
void fields(Form& form, Chunk& chunk) {
  form.kind("chunk", 1);
  form(chunk.first_record, chunk.values, chunk.dropped, chunk.kept);
  const auto records = static_cast<std::size_t>(chunk.records());
  bool fit = chunk.first_record >= 0 && (chunk.dropped.empty() || chunk.dropped.size() == records);
  for (const TextColumn& column : chunk.kept) fit = fit && column.ends.size() == records;
  form.check(fit, "records in it have columns of different lengths");
}

}  // namespace guise::table
