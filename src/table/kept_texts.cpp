// SPDX-License-Identifier: Apache-2.0
#include "table/kept_texts.h"

#include <algorithm>

namespace guise::table {
namespace {

/// Every field with its length before it, so that fields cannot run into each other; a missing one has none.
std::string joined(const Chunk& chunk, Index row) {
  std::string text;
  for (const TextColumn& column : chunk.kept) {
    const bool null = column.null[static_cast<std::size_t>(row)] != 0;
    const std::string_view field = null ? std::string_view() : text_at(column, row);
    text += (null ? std::string("-") : std::to_string(field.size())) + ":";
    text += field;
  }
  return text;
}

}  // namespace

std::vector<std::string> kept_texts(const Table& table, const Selection& selection, const Work& work,
                                    const std::vector<std::int64_t>& records) {
  std::vector<std::string> texts(records.size());
  table.scan(selection, work, [&](const Chunk& chunk) {
    const std::int64_t end = chunk.first_record + chunk.records();
    auto at = std::lower_bound(records.begin(), records.end(), chunk.first_record);
    for (; at != records.end() && *at < end; ++at)  // every record is in one chunk: no two threads write the same text
      texts[static_cast<std::size_t>(at - records.begin())] = joined(chunk, *at - chunk.first_record);
  });
  return texts;
}

}  // namespace guise::table
