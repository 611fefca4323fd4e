// SPDX-License-Identifier: Apache-2.0
#include "masks/whole_table.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "base/error.h"
#include "masks/learnt.h"

namespace guise::masks {
namespace {

struct Lookup {
  WholeTable released;
  Matrix originals;
};

/// Replaces the values of the records of a chunk by those of their rows; the records of a chunk are consecutive.
void replace(const std::vector<std::int64_t>& records, const Matrix& values, std::string_view step, table::Chunk& chunk) {
  auto at = std::lower_bound(records.begin(), records.end(), chunk.first_record);
  for (Index i = 0; i < chunk.records(); ++i) {
    const std::int64_t record = chunk.first_record + i;
    while (at != records.end() && *at < record) ++at;  // dropped from the chunk, though not from the table
    if (!chunk.dropped.empty() && chunk.dropped[static_cast<std::size_t>(i)]) continue;
    require(at != records.end() && *at == record, "step '{}' was prepared for another table: record {} is not in it", step,
            record);
    chunk.values.row(i) = values.row(at - records.begin());
  }
}

}  // namespace

Plan table_plan(const StepInput& input, Matrix released, std::string_view step) {
  const auto lookup = std::make_shared<const Lookup>(Lookup{{input.table->records, std::move(released)}, input.table->values});
  Plan plan;
  plan.columns = input.columns;
  plan.apply = [lookup, step](table::Chunk& chunk) { replace(lookup->released.records, lookup->released.values, step, chunk); };
  // The thief is given what it would have to work out from all of the release.
  plan.undo = [lookup, step](table::Chunk& chunk) { replace(lookup->released.records, lookup->originals, step, chunk); };
  plan.card.learnt = true;
  plan.notes.emplace_back(kVoidsCertificate);
  return plan;
}

void require_varied(const StepInput& input, std::string_view step, Index least) {
  const Matrix& values = input.table->values;
  require(values.rows() >= least, "step '{}' needs {} records, the table has {}", step, least, values.rows());
  for (Index j = 0; j < values.cols(); ++j)
    require(values.col(j).maxCoeff() > values.col(j).minCoeff(),
            "column '{}' is constant: step '{}' would leave it in clear; leave it out",
            input.columns[static_cast<std::size_t>(j)], step);
}

std::vector<Index> by_rank(const Matrix& values, Index column) {
  std::vector<Index> order(static_cast<std::size_t>(values.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return values(a, column) < values(b, column); });
  return order;
}

std::vector<Index> rank_order(const WholeTable& table, Index column, const random::Rng& own) {
  std::vector<Index> order(table.records.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::vector<std::uint64_t> words(order.size());
  for (std::size_t i = 0; i < words.size(); ++i)
    own.words(static_cast<std::uint32_t>(column), static_cast<std::uint64_t>(table.records[i]), {&words[i], 1});
  const auto values = table.values.col(column);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) {
    const auto i = static_cast<std::size_t>(a), k = static_cast<std::size_t>(b);
    return values[a] != values[b] ? values[a] < values[b] : words[i] != words[k] ? words[i] < words[k] : a < b;
  });
  return order;
}

}  // namespace guise::masks
