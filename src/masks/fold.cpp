// SPDX-License-Identifier: Apache-2.0
// Masks that mix records: sums over all records, block by block, merged in a fixed order; then the steps behind them.
#include <algorithm>
#include <atomic>
#include <numeric>

#include "base/error.h"
#include "masks/mask.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"

namespace guise::masks {
namespace {

struct Sums {
  Matrix values;
  void merge(const Sums& later) {
    if (values.size() == 0) {
      values = later.values;
    } else {
      values += later.values;
    }
  }
};

std::vector<std::int64_t> run_from(std::int64_t first, Index count) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

/// As many sums as records are equations that give the records back to who knows the weights.
void check_sums(const Fold& fold, std::int64_t records) {
  require(fold.outputs < records,
          "step 'project': {} sums of {} records can be solved for the records; with side=records k must be smaller than their "
          "number",
          fold.outputs, records);
}

/// One pass over the table: the steps before the fold, then the fold.
Matrix fold(std::span<const Plan> before, const Fold& fold, const table::Table& table, const table::Selection& selection,
            const table::Work& work) {
  stats::OrderedMerge<Sums> merged;
  std::atomic<std::int64_t> records = 0;
  table.scan(selection, work, [&](const table::Chunk& originals) {
    table::Chunk chunk = originals;
    for (const Plan& plan : before) plan.apply(chunk);
    table::for_numbered_blocks(chunk, [&](std::int64_t first, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
      Sums sums{Matrix::Zero(fold.outputs, rows.cols())};
      fold.add(numbers.empty() ? run_from(first, rows.rows()) : numbers, rows, sums.values);
      merged.add(first / table::kBlock, std::move(sums));
      records += rows.rows();
    });
  });
  const Sums all = merged.finish({});
  require(all.values.size() > 0, "{} has no records to sum", table.name());
  check_sums(fold, records);
  return all.values;
}

}  // namespace

void Prepared::check_records(std::int64_t records) const {
  for (const Plan& plan : plans_)
    if (plan.fold) check_sums(*plan.fold, records);
}

Matrix released(const Prepared& mask, const table::Table& table, const table::Selection& selection, const table::Work& work) {
  const auto& plans = mask.plans_;
  const auto at = static_cast<std::size_t>(
      std::find_if(plans.begin(), plans.end(), [](const Plan& plan) { return plan.fold.has_value(); }) - plans.begin());
  table::Chunk chunk{.first_record = 0, .values = fold(std::span(plans).first(at), *plans[at].fold, table, selection, work)};
  for (const Plan& plan : std::span(plans).subspan(at + 1)) {
    require(!plan.fold, "a mask can mix records once; leave one project(side=records) out");
    plan.apply(chunk);
  }
  return std::move(chunk.values);
}

}  // namespace guise::masks
