// SPDX-License-Identifier: Apache-2.0
#include "measures/compare_tables.h"

#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "stats/ordered_merge.h"
#include "table/transform.h"

namespace guise::measures {
namespace {

/// Rows [start, end) of a chunk that are not left out.
std::vector<Index> present_rows(const table::Chunk& chunk, Index start, Index end) {
  std::vector<Index> rows;
  for (Index i = start; i < end; ++i)
    if (chunk.dropped.empty() || !chunk.dropped[static_cast<std::size_t>(i)]) rows.push_back(i);
  return rows;
}

template <typename Visit>
void for_blocks(const table::Chunk& chunk, const Visit& visit) {
  for (Index start = 0; start < chunk.records();) {
    const std::int64_t record = chunk.first_record + start;
    const Index end = std::min<Index>(chunk.records(), start + static_cast<Index>(table::kBlock - record % table::kBlock));
    const auto rows = present_rows(chunk, start, end);
    if (!rows.empty()) visit(record / table::kBlock, rows);
    start = end;
  }
}

}  // namespace

std::vector<std::string> common_columns(const table::Table& truth, const table::Table& guess,
                                        const std::vector<std::string>& wanted) {
  if (!wanted.empty()) {
    table::choose_attributes(truth.schema(), wanted, {}, truth.name());
    return table::choose_attributes(guess.schema(), wanted, {}, guess.name());
  }
  std::vector<std::string> common;
  const auto theirs = guess.schema().numeric();
  for (const std::string& name : truth.schema().numeric())
    if (std::find(theirs.begin(), theirs.end(), name) != theirs.end()) common.push_back(name);
  require(!common.empty(), "{} and {} have no numeric column of the same name ({} against {}); columns are matched by name",
          truth.name(), guess.name(), enumerate(truth.schema().numeric()), enumerate(theirs));
  return common;
}

Comparison compare_tables(const table::Table& truth, const table::Table& guess, const std::vector<std::string>& columns,
                          table::Missing missing, const table::Work& work) {
  const table::Selection selection{.attributes = columns, .kept = {}, .missing = missing};
  // The spread must come from the records that are compared: those present in both tables.
  stats::OrderedMerge<stats::Moments> spread;
  stats::OrderedMerge<Comparison> merge;
  table::Work first = work, second = work;
  first.stage = "reading the truth";
  second.stage = "comparing";
  table::scan_pair(truth, selection, guess, selection, first, [&](const table::Chunk& a, const table::Chunk&) {
    for_blocks(a, [&](std::int64_t block, const std::vector<Index>& rows) {
      stats::Moments moments;
      moments.add(Matrix(a.values(rows, Eigen::all)));
      spread.add(block, std::move(moments));
    });
  });
  const stats::Moments moments = spread.finish({});
  require(moments.count() > 0, "{} and {} have no record without missing values in common", truth.name(), guess.name());
  const Vector sd = moments.variance().cwiseSqrt();
  table::scan_pair(truth, selection, guess, selection, second, [&](const table::Chunk& a, const table::Chunk& b) {
    for_blocks(a, [&](std::int64_t block, const std::vector<Index>& rows) {
      Comparison comparison(sd);
      comparison.add(Matrix(a.values(rows, Eigen::all)), Matrix(b.values(rows, Eigen::all)));
      merge.add(block, std::move(comparison));
    });
  });
  return merge.finish(Comparison(sd));
}

}  // namespace guise::measures
