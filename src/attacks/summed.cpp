// SPDX-License-Identifier: Apache-2.0
#include "attacks/summed.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "linalg/blas.h"
#include "table/chunk.h"

namespace guise::attacks {

void Summed::merge(const Summed& later) {
  if (later.records == 0) return;
  if (records == 0) {
    *this = later;
    return;
  }
  records += later.records;
  gram += later.gram;
  total += later.total;
}

void SummedGatherer::add(const std::vector<std::int64_t>& records) {
  if (records.empty()) return;
  const Matrix weights = weights_(records);
  Summed part{.records = weights.rows(), .gram = weights.transpose() * weights, .total = weights.colwise().sum()};
  merge_.add(records.front() / table::kBlock, std::move(part));
}

Summed SummedGatherer::finish() {
  return merge_.finish({});
}

std::optional<Summed> summed_for(const Knowledge& known, std::int64_t first_record) {
  if (!known.sums || known.people == 0 || !few_enough(known.sums->weights)) return {};
  linalg::use_one_blas_thread();
  SummedGatherer gatherer(known.sums->weights);
  const std::int64_t end = first_record + known.people, first_block = first_record / table::kBlock;
  tbb::parallel_for(first_block, (end + table::kBlock - 1) / table::kBlock, [&](std::int64_t block) {
    const std::int64_t from = std::max(first_record, block * table::kBlock), to = std::min(end, (block + 1) * table::kBlock);
    gatherer.add(table::record_numbers(from, to - from));
  });
  return gatherer.finish();
}

}  // namespace guise::attacks
