// SPDX-License-Identifier: Apache-2.0
#include "table/json_depth.h"

#include <algorithm>

#include "base/error.h"
#include "base/json_text.h"

namespace guise::table {

void require_shallow(const InputFile& file) {
  constexpr std::int64_t piece = 1 << 20;
  JsonNesting nesting;
  std::string bytes;
  const std::int64_t size = file.size();
  for (std::int64_t at = 0; at < size; at += piece) {
    bytes.resize(static_cast<std::size_t>(std::min(piece, size - at)));
    file.read(bytes.data(), bytes.size(), at);
    nesting.add(bytes);
    require(nesting.deepest() <= kJsonDepth,
            "{} is nested more than {} levels deep; guise reads lists of records, which have few", file.name(), kJsonDepth);
  }
}

}  // namespace guise::table
