// SPDX-License-Identifier: Apache-2.0
#include "attacks/summed.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

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

Summed summed_over(const stats::RecordWeights& weights, std::int64_t first_record, std::int64_t records) {
  linalg::use_one_blas_thread();
  SummedGatherer gatherer(weights);
  const std::int64_t end = first_record + records, first_block = first_record / table::kBlock;
  tbb::parallel_for(first_block, (end + table::kBlock - 1) / table::kBlock, [&](std::int64_t block) {
    const std::int64_t from = std::max(first_record, block * table::kBlock), to = std::min(end, (block + 1) * table::kBlock);
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(std::max<std::int64_t>(to - from, 0)));
    std::iota(numbers.begin(), numbers.end(), from);
    gatherer.add(numbers);
  });
  return gatherer.finish();
}

}  // namespace guise::attacks
