// SPDX-License-Identifier: Apache-2.0
// Arrays and schemas of Arrow's C interface that guise hands over. What producers must keep to: private data that the release
// callback frees, children that may be moved out and released on their own.
#pragma once
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "guise.h"

namespace guise::door {

struct ArrayData {
  std::shared_ptr<const void> owner = {};  ///< of what buffers lie in
  std::vector<char> made = {};
  std::vector<std::int64_t> ends = {};
  std::vector<const void*> buffers = {};
  std::vector<ArrowArray> children = {};
  std::vector<ArrowArray*> pointers = {};
};
ArrowArray array_of(std::unique_ptr<ArrayData> data, std::int64_t records, std::int64_t nulls = 0);

/// Of a table with these columns: (name, format).
ArrowSchema table_schema(const std::vector<std::pair<std::string, std::string>>& columns);

}  // namespace guise::door
