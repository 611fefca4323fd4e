// SPDX-License-Identifier: Apache-2.0
#include "audit/side_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "table/number_text.h"

namespace guise::audit {

std::vector<bool> kept_categories(const table::Table& table, const std::vector<std::string>& kept) {
  const std::vector<std::string> numeric = table.schema().numeric();
  std::vector<bool> out;
  for (const std::string& name : kept) out.push_back(std::find(numeric.begin(), numeric.end(), name) == numeric.end());
  return out;
}

double category_number(std::string_view text) {
  // FNV-1a; two of ten thousand categories meet once in a hundred million tables.
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
  return static_cast<double>((hash ^ (hash >> 29)) >> 12);
}

void take_side(table::Chunk& chunk, const std::vector<bool>& category) {
  const Index side = std::ssize(category), read = chunk.values.cols();
  if (side == 0) return;
  chunk.values.conservativeResize(Eigen::NoChange, read + side);
  for (Index j = 0; j < side; ++j) {
    const table::TextColumn& column = chunk.kept[static_cast<std::size_t>(j)];
    for (Index i = 0; i < chunk.records(); ++i) {
      double value = std::numeric_limits<double>::quiet_NaN();
      if (column.null[static_cast<std::size_t>(i)] == 0) {
        const std::string_view text = table::text_at(column, i);
        value = category[static_cast<std::size_t>(j)] ? category_number(text) : table::read_number(text).value_or(value);
      }
      chunk.values(i, read + j) = value;
    }
  }
  chunk.kept.clear();
}

}  // namespace guise::audit
