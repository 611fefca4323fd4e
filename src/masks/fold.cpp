// SPDX-License-Identifier: Apache-2.0
// Masks that mix records: sums over all records, block by block, merged in a fixed order; then the steps behind them.
#include <algorithm>
#include <atomic>

#include "base/error.h"
#include "masks/folding.h"
#include "table/blocks.h"

namespace guise::masks {
namespace {

/// As many sums as records are equations that give the records back to who knows the weights.
void check_sums(const Fold& fold, std::int64_t records) {
  require(fold.outputs < records,
          "step 'project': {} sums of {} records can be solved for the records; with side=records k must be smaller than their "
          "number",
          fold.outputs, records);
}

}  // namespace

void Prepared::check_records(std::int64_t records) const {
  for (const Plan& plan : plans_)
    if (plan.fold) check_sums(*plan.fold, records);
}

std::size_t Folding::place_of(const std::vector<Plan>& plans) {
  const auto found = std::find_if(plans.begin(), plans.end(), [](const Plan& plan) { return plan.fold.has_value(); });
  return static_cast<std::size_t>(found - plans.begin());
}

Folding::Folding(const Prepared& mask) : plans_(mask.plans_), at_(place_of(plans_)) {
  for (std::size_t i = at_ + 1; i < plans_.size(); ++i)
    require(!plans_[i].fold, "a mask can mix records once; leave one project(side=records) out");
}

Index Folding::sums() const {
  return plans_[at_].fold->outputs;
}

void Folding::Sums::merge(const Sums& later) {
  if (values.size() == 0) {
    *this = later;
    return;
  }
  values += later.values;
  records += later.records;
}

void Folding::add(const table::Chunk& originals) {
  if (at_ == 0) return add_sums(originals);
  table::Chunk chunk = originals;
  for (const Plan& plan : std::span(plans_).first(at_)) plan.apply(chunk);
  add_sums(chunk);
}

void Folding::add_sums(const table::Chunk& chunk) {
  const Fold& fold = *plans_[at_].fold;
  table::for_numbered_blocks(chunk, [&](std::int64_t first, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
    Sums sums{Matrix::Zero(fold.outputs, rows.cols()), rows.rows()};
    fold.add(numbers.empty() ? table::record_numbers(first, rows.rows()) : numbers, rows, sums.values);
    merged_.add(first / table::kBlock, std::move(sums));
  });
}

Folding::Sums Folding::finish() {
  Sums all = merged_.finish({});
  if (all.records == 0) return all;
  table::Chunk chunk{.first_record = 0, .values = std::move(all.values)};
  for (const Plan& plan : std::span(plans_).subspan(at_ + 1)) plan.apply(chunk);
  return {std::move(chunk.values), all.records};
}

Matrix released(const Prepared& mask, const table::Table& table, const table::Selection& selection, const table::Work& work,
                std::int64_t* end) {
  Folding folding(mask);
  // Sums take memory, so records are counted before there are too many of them; a file may know their number.
  constexpr Index kManySums = 1'000'000;
  if (folding.sums() > kManySums) {
    std::atomic<std::int64_t> records = table.records().value_or(0);
    if (!table.records())
      table.scan(selection, work, [&](const table::Chunk& originals) { records += originals.values.rows(); });
    mask.check_records(records);
  }
  std::atomic<std::int64_t> rows = 0;
  table.scan(selection, work, [&](const table::Chunk& originals) {
    rows += originals.records();
    folding.add(originals);
  });
  if (end != nullptr) *end = selection.first_record + rows;
  Folding::Sums sums = folding.finish();
  require(sums.records > 0, "{} has no records to sum", table.name());
  mask.check_records(sums.records);
  return std::move(sums.values);
}

}  // namespace guise::masks
