// SPDX-License-Identifier: Apache-2.0
#include "table/kept_texts.h"

#include <algorithm>
#include <cmath>

#include "table/number_text.h"

namespace guise::table {
namespace {

/// 7, 7.0 and +7 are one number. Beyond 2^53 whole numbers next to each other would become one: they stay as they are written.
std::string canonical(std::string_view field) {
  const auto number = read_number(field);
  if (!number || !(std::abs(*number) < 0x1p53)) return std::string(field);
  char text[kNumberText];
  return {text, write_number(text, *number + 0.0)};  // -0 is 0
}

/// Every field with its length before it, so that fields cannot run into each other; a missing one has none.
std::string joined(const Chunk& chunk, Index row, const std::vector<bool>& numeric) {
  std::string text;
  for (std::size_t j = 0; j < chunk.kept.size(); ++j) {
    const TextColumn& column = chunk.kept[j];
    const bool null = column.null[static_cast<std::size_t>(row)] != 0;
    const std::string_view written = null ? std::string_view() : text_at(column, row);
    const std::string field = numeric[j] ? canonical(written) : std::string(written);
    text += (null ? std::string("-") : std::to_string(field.size())) + ":";
    text += field;
  }
  return text;
}

}  // namespace

std::vector<std::string> kept_texts(const Table& table, const Selection& selection, const Work& work,
                                    const std::vector<std::int64_t>& records, const std::vector<std::string>& numbers) {
  std::vector<std::string> texts(records.size());
  std::vector<bool> numeric;
  for (const std::string& name : selection.kept)
    numeric.push_back(std::find(numbers.begin(), numbers.end(), name) != numbers.end());
  table.scan(selection, work, [&](const Chunk& chunk) {
    const std::int64_t end = chunk.first_record + chunk.records();
    auto at = std::lower_bound(records.begin(), records.end(), chunk.first_record);
    for (; at != records.end() && *at < end; ++at)  // every record is in one chunk: no two threads write the same text
      texts[static_cast<std::size_t>(at - records.begin())] = joined(chunk, *at - chunk.first_record, numeric);
  });
  return texts;
}

std::vector<std::string> kept_fields(const std::string& text) {
  std::vector<std::string> fields;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t colon = text.find(':', at), size = text[at] == '-' ? 0 : std::stoull(text.substr(at, colon - at));
    fields.push_back(text.substr(colon + 1, size));
    at = colon + 1 + size;
  }
  return fields;
}

}  // namespace guise::table
