// SPDX-License-Identifier: Apache-2.0
// From a mask, a table and a key to plans: the learning passes, and which random numbers each step gets.
#include <algorithm>
#include <cmath>

#include "base/digest.h"
#include "base/error.h"
#include "masks/mask.h"
#include "random/math.h"
#include "stats/ordered_merge.h"

namespace guise::masks {
namespace {

struct Learnt {
  stats::Moments moments, logs;
  void merge(const Learnt& later) {
    moments.merge(later.moments);
    if (later.logs.count() > 0) logs.merge(later.logs);
  }
};

/// Rows [first, first + count) of a chunk without the dropped ones; copied to `scratch` only when there are some.
MatrixRef present_rows(const table::Chunk& chunk, Index first, Index count, Matrix& scratch) {
  if (chunk.dropped.empty()) return chunk.values.middleRows(first, count);
  scratch.resize(count, chunk.values.cols());
  Index kept = 0;
  for (Index i = first; i < first + count; ++i)
    if (!chunk.dropped[static_cast<std::size_t>(i)]) scratch.row(kept++) = chunk.values.row(i);
  return scratch.topRows(kept);
}

Matrix logarithms(const MatrixRef& rows, const std::vector<std::string>& columns, std::string_view step) {
  Matrix logs(rows.rows(), rows.cols());
  for (Index j = 0; j < rows.cols(); ++j) {
    for (Index i = 0; i < rows.rows(); ++i) {
      require(rows(i, j) > 0,
              "step '{}' takes logarithms, so every value must be greater than 0; column '{}' holds {}: leave it out or use "
              "law=truncated",
              step, columns[static_cast<std::size_t>(j)], rows(i, j));
      logs(i, j) = random::fixed_log(rows(i, j));
    }
  }
  return logs;
}

/// Calls visit(block, rows) for each aligned block of the chunk that has records.
template <typename Visit>
void for_blocks(const table::Chunk& chunk, const Visit& visit) {
  Matrix scratch;
  for (Index row = 0; row < chunk.records();) {
    const std::int64_t record = chunk.first_record + row, block = record / table::kBlock;
    const Index count = std::min<Index>(chunk.records() - row, (block + 1) * table::kBlock - record);
    const MatrixRef rows = present_rows(chunk, row, count, scratch);
    if (rows.rows() > 0) visit(block, rows);
    row += count;
  }
}

/// One pass over the table as it reaches the step. Aligned blocks merged in order: what is learnt does not depend on threads or
/// chunks.
Learnt learn(Learn wanted, const Step& step, const table::Table& table, table::Selection selection, table::Work work,
             const std::vector<Plan>& earlier, const std::vector<std::string>& columns) {
  selection.kept.clear();
  work.stage = "learning";
  work.any_run = false;
  stats::OrderedMerge<Learnt> merged;
  table.scan(selection, work, [&](const table::Chunk& original) {
    table::Chunk changed;
    if (!earlier.empty()) changed = original;
    for (const Plan& plan : earlier) plan.apply(changed);
    for_blocks(earlier.empty() ? original : changed, [&](std::int64_t block, const MatrixRef& rows) {
      Learnt partial;
      partial.moments.add(rows);
      if (wanted == Learn::logs) partial.logs.add(logarithms(rows, columns, step.name));
      merged.add(block, std::move(partial));
    });
  });
  Learnt learnt = merged.finish({});
  require(learnt.moments.count() > 0, "step '{}' learns from the records of {}, but it has none without missing values",
          step.name, table.name());
  return learnt;
}

/// Noise must never repeat: two releases that carry equal noise give the difference of their originals by subtraction. So the
/// noise depends on the content of the table and on all else that decides what reaches the noise: the columns and their order,
/// the number of the first record, how missing values were filled (and on the mask's text, see Key::own).
Bytes32 input_digest(const table::Table& table, const table::Selection& selection) {
  Digest digest;
  digest.add(std::span<const std::uint8_t>(table.digest()));
  digest.add(fmt::format("{} columns", selection.attributes.size()));
  for (const std::string& name : selection.attributes) digest.add(name);
  digest.add(fmt::format("first record {}, missing {}", selection.first_record, static_cast<int>(selection.missing)));
  for (const double mean : selection.means) digest.add(fmt::format("{}", mean));
  return digest.finish();
}

}  // namespace

Prepared prepare(const Mask& mask, const table::Table& table, const table::Selection& selection, const table::Work& work,
                 const random::Key& key) {
  require(!selection.attributes.empty(), "{} has no column to mask; name numeric ones with --columns", table.name());
  Prepared prepared;
  prepared.text_ = mask.text();
  const Bytes32 digest = input_digest(table, selection);
  std::vector<std::string> columns = selection.attributes;
  for (std::uint32_t number = 0; const Mask::Link& link : mask.links()) {
    const Learn wanted = link.step->learns(link.params);
    Learnt learnt;
    if (wanted != Learn::nothing) learnt = learn(wanted, *link.step, table, selection, work, prepared.plans_, columns);
    Plan plan = link.step->plan({.params = link.params,
                                 .columns = columns,
                                 .moments = wanted == Learn::nothing ? nullptr : &learnt.moments,
                                 .logs = wanted == Learn::logs ? &learnt.logs : nullptr,
                                 .shared = key.shared(number),
                                 .own = key.own(number, digest, prepared.text_)});
    plan.card.step = link.step->name;
    plan.card.text = link.call.text();
    columns = plan.columns;
    prepared.plans_.push_back(std::move(plan));
    ++number;
  }
  return prepared;
}

}  // namespace guise::masks
