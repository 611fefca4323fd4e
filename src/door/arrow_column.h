// SPDX-License-Identifier: Apache-2.0
// One column of an Arrow stream: what it becomes, and how its batches are viewed.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "guise.h"
#include "table/memory_table.h"

namespace guise::door {

/// What a column of Arrow is to guise.
struct ArrowColumn {
  enum class Shape { plain, bits, text_views, dictionary, list, fixed_list, date, time, other };
  std::string name = {}, format = {};
  Shape shape = Shape::plain;
  table::Cell cell = table::Cell::f8;       ///< of the values; of a list: of its elements
  std::int64_t length = 0;                  ///< of every list
  std::shared_ptr<ArrowColumn> inner = {};  ///< of a dictionary: its values
};

ArrowColumn column_of(const ArrowSchema& schema, const std::string& table);

/// How long the lists of a column are that has a length in every batch only; nothing in a batch without any.
std::int64_t list_length(const ArrowColumn& column, const ArrowArray& array, const std::string& table);

/// Columns of guise that it becomes: one, or one for each element of its lists.
std::vector<table::Column> columns_of(const ArrowColumn& column);

/// Views of `records` values of a batch, after the first `offset`; what must be made anew for them is appended to `made`.
std::vector<table::ColumnView> views_of(const ArrowColumn& column, const ArrowArray& array, std::int64_t offset,
                                        std::int64_t records, std::vector<std::shared_ptr<void>>& made,
                                        const std::string& table);

}  // namespace guise::door
