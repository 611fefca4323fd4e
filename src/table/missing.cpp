// SPDX-License-Identifier: Apache-2.0
#include "table/missing.h"

#include <cassert>
#include <cmath>
#include <string_view>

#include "base/error.h"
#include "table/number_text.h"

namespace guise::table {
namespace {

bool may_be_wide(const Column& column) {
  const std::string_view type = column.sql_type;
  return column.type == Type::integer && (type == "BIGINT" || type == "UBIGINT" || type == "HUGEINT" || type == "UHUGEINT");
}

std::string_view way_out(Missing policy) {
  if (policy == Missing::refuse) return "every value is needed here: fill it in, or remove the record";
  if (policy == Missing::error_or_drop) return "pass ‘missing=drop’ to leave such records out";
  return "pass ‘missing=drop’ to leave such records out, or ‘missing=mean’ to fill in the column's mean";
}

}  // namespace

MissingPolicy::MissingPolicy(const Reader& reader, const Selection& selection) : reader_(reader), selection_(selection) {
  for (const std::size_t column : column_indices(reader, selection.attributes))
    wide_.push_back(may_be_wide(reader.schema().columns[column]));
  assert((selection.means.size() == 0 || selection.means.size() == static_cast<Index>(wide_.size())) &&
         "one mean per attribute");
}

void MissingPolicy::refuse_first(const Chunk& chunk) const {
  for (Index i = 0; i < chunk.records(); ++i) {
    for (Index j = 0; j < chunk.values.cols(); ++j) {
      const double x = chunk.values(i, j);
      const auto at = static_cast<std::size_t>(j);
      const std::int64_t row = chunk.first_record - selection_.first_record + i + 1;
      const std::string& column = selection_.attributes[at];
      require(!std::isinf(x),
              "{}: row {}, column '{}' is infinite; guise takes finite numbers only, correct or remove the record",
              reader_.name(), row, column);
      require(!std::isnan(x) || selection_.missing == Missing::drop || selection_.missing == Missing::mean,
              "{}: row {}, column '{}' is missing; {}", reader_.name(), row, column, way_out(selection_.missing));
      require(
          !wide_[at] || std::isnan(x) || std::abs(x) < kAllWhole,
          "{}: row {}, column '{}' holds an integer of 2^53 or more, which a floating-point number cannot hold exactly; leave "
          "the column out (‘columns’, or a query with ‘sql’), or carry it through with ‘keep={}’",
          reader_.name(), row, column, column);
    }
  }
}

void MissingPolicy::apply(Chunk& chunk) const {
  bool plain = true;
  for (Index j = 0; j < chunk.values.cols(); ++j) {
    const auto column = chunk.values.col(j);
    if (!((column.array() * 0.0).sum() == 0.0)) plain = false;  // 0 times NaN or infinity is NaN
    if (wide_[static_cast<std::size_t>(j)] && chunk.records() > 0 && !(column.cwiseAbs().maxCoeff() < kAllWhole)) plain = false;
  }
  if (plain) return;
  refuse_first(chunk);
  if (selection_.missing == Missing::drop) chunk.dropped.assign(static_cast<std::size_t>(chunk.records()), 0);
  for (Index j = 0; j < chunk.values.cols(); ++j) {
    for (Index i = 0; i < chunk.records(); ++i) {
      if (!std::isnan(chunk.values(i, j))) continue;
      if (selection_.missing == Missing::drop) chunk.dropped[static_cast<std::size_t>(i)] = 1;
      if (selection_.missing == Missing::mean && selection_.means.size() > 0) chunk.values(i, j) = selection_.means(j);
    }
  }
}

}  // namespace guise::table
