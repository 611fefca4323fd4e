// SPDX-License-Identifier: Apache-2.0
// Masks a matrix in memory, block by block on all cores, without a copy where the only step makes new columns.
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>

#include "base/error.h"
#include "masks/mask.h"

namespace guise::masks {
namespace {

/// release(from, count) of the records of a few aligned blocks at a time, in parallel.
template <typename Release>
void for_blocks(std::int64_t first_record, Index records, const Release& release) {
  constexpr auto kBlock = static_cast<Index>(3 * table::kBlock);   // 3072 records: whole groups of a product with records
  const auto skipped = static_cast<Index>(first_record % kBlock);  // records of the first block that come before these
  const Index blocks = (skipped + records + kBlock - 1) / kBlock;
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index from = std::max<Index>(0, block * kBlock - skipped), to = std::min((block + 1) * kBlock - skipped, records);
    if (from < to) release(from, to - from);
  });
}

void check(const Prepared& mask, std::size_t attributes, Index given) {
  require(!mask.folds(), "a mask that mixes records has no release record by record; ask for the whole of it");
  require(given == static_cast<Index>(attributes), "the mask was prepared for {} attributes, got {}", attributes, given);
}

}  // namespace

void mask_records(const Prepared& mask, std::int64_t first_record, const MatrixRef& records, MutableMatrixRef out) {
  check(mask, mask.attributes_.size(), records.cols());
  assert(out.rows() == records.rows() && out.cols() == static_cast<Index>(mask.columns().size()));
  const std::vector<Plan>& plans = mask.plans_;
  for_blocks(first_record, records.rows(), [&](Index from, Index count) {
    if (plans.size() == 1 && plans[0].into) {
      (*plans[0].into)(first_record + from, records.middleRows(from, count), out.middleRows(from, count));
      return;
    }
    table::Chunk chunk{.first_record = first_record + from, .values = records.middleRows(from, count)};
    mask.apply(chunk);
    out.middleRows(from, count) = chunk.values;
  });
}

void mask_records(const Prepared& mask, std::int64_t first_record, const SinglesRef& records, MutableSinglesRef out) {
  check(mask, mask.attributes_.size(), records.cols());
  assert(out.rows() == records.rows() && out.cols() == static_cast<Index>(mask.columns().size()));
  const std::vector<Plan>& plans = mask.plans_;
  for_blocks(first_record, records.rows(), [&](Index from, Index count) {
    if (plans.size() == 1 && plans[0].singles) {
      (*plans[0].singles)(first_record + from, records.middleRows(from, count), out.middleRows(from, count));
      return;
    }
    table::Chunk chunk{.first_record = first_record + from, .values = records.middleRows(from, count).cast<double>()};
    mask.apply_to_singles(chunk);
    mask.require_visible(chunk, kSingleBits);
    out.middleRows(from, count) = chunk.values.cast<float>();
  });
}

}  // namespace guise::masks
