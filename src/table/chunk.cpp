// SPDX-License-Identifier: Apache-2.0
#include "table/chunk.h"

#include <algorithm>
#include <numeric>

#include "table/text_end.h"

namespace guise::table {

const Matrix& present(const Chunk& chunk, Matrix& scratch) {
  if (chunk.dropped.empty()) return chunk.values;
  const Index left = std::count(chunk.dropped.begin(), chunk.dropped.end(), std::uint8_t{0});
  scratch.resize(left, chunk.values.cols());
  for (Index j = 0; j < chunk.values.cols(); ++j) {
    for (Index i = 0, to = 0; i < chunk.records(); ++i) {
      if (!chunk.dropped[static_cast<std::size_t>(i)]) scratch(to++, j) = chunk.values(i, j);
    }
  }
  return scratch;
}

void append_text(TextColumn& column, std::string_view field, bool null) {
  column.bytes.append(field);
  column.ends.push_back(text_end(column.bytes.size()));
  column.null.push_back(null);
}

std::string_view text_at(const TextColumn& column, Index i) {
  const auto at = static_cast<std::size_t>(i);
  const std::size_t begin = at == 0 ? 0 : column.ends[at - 1];
  return std::string_view(column.bytes).substr(begin, column.ends[at] - begin);
}

std::vector<std::int64_t> record_numbers(std::int64_t first, Index count) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

void remove_dropped(Chunk& chunk) {
  if (chunk.dropped.empty()) return;
  Matrix left;
  present(chunk, left);
  for (TextColumn& column : chunk.kept) {
    TextColumn some;
    for (Index i = 0; i < chunk.records(); ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (!chunk.dropped[at]) append_text(some, text_at(column, i), column.null[at]);
    }
    column = std::move(some);
  }
  chunk.values = std::move(left);
  chunk.dropped.clear();
}

}  // namespace guise::table
