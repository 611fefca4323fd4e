// SPDX-License-Identifier: Apache-2.0
#include "measures/compare_tables.h"

#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "measures/comparer.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"
#include "table/transform.h"

namespace guise::measures {
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
  table::Work first = work, second = work;
  first.stage = "reading the truth";
  second.stage = "comparing";
  table::scan_pair(truth, selection, guess, selection, first, [&](const table::Chunk& a, const table::Chunk&) {
    table::for_blocks(a, [&](std::int64_t record, const MatrixRef& rows) {
      stats::Moments moments;
      moments.add(rows);
      spread.add(record / table::kBlock, std::move(moments));
    });
  });
  const stats::Moments moments = spread.finish({});
  require(moments.count() > 0, "{} and {} have no record without missing values in common", truth.name(), guess.name());
  Comparer comparer(telling_sd(moments));
  table::scan_pair(truth, selection, guess, selection, second, [&](const table::Chunk& a, const table::Chunk& b) {
    table::for_blocks(
        a, b, [&](std::int64_t record, const MatrixRef& x, const MatrixRef& g) { comparer.add(record / table::kBlock, x, g); });
  });
  return comparer.finish();
}

}  // namespace guise::measures
