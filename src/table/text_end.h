// SPDX-License-Identifier: Apache-2.0
// Places in the text of kept columns take 4 bytes.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>

#include "base/error.h"

namespace guise::table {

/// Of so many bytes. Refuses what does not fit: cells would be cut at other places, into those of other records.
inline std::uint32_t text_end(std::size_t bytes) {
  require(
      bytes < std::numeric_limits<std::uint32_t>::max(),
      "kept columns hold 4 GiB of text in records that are worked on together; pass a smaller ‘chunk’, or leave them out of "
      "‘keep’");
  return static_cast<std::uint32_t>(bytes);
}

}  // namespace guise::table
