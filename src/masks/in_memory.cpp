// SPDX-License-Identifier: Apache-2.0
// Masks a matrix in memory, block by block on all cores, without a copy where the only step makes new columns.
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>

#include "base/error.h"
#include "masks/mask.h"

namespace guise::masks {

void mask_records(const Prepared& mask, std::int64_t first_record, const MatrixRef& records, MutableMatrixRef out) {
  const std::vector<Plan>& plans = mask.plans_;
  require(!mask.folds(), "a mask that mixes records has no release record by record; ask for the whole of it");
  require(records.cols() == static_cast<Index>(mask.attributes_.size()), "the mask was prepared for {} attributes, got {}",
          mask.attributes_.size(), records.cols());
  assert(out.rows() == records.rows() && out.cols() == static_cast<Index>(mask.columns().size()));
  const auto release = [&](Index from, Index count) {
    const std::int64_t number = first_record + from;
    if (plans.size() == 1 && plans[0].into) {
      (*plans[0].into)(number, records.middleRows(from, count), out.middleRows(from, count));
      return;
    }
    table::Chunk chunk{.first_record = number, .values = records.middleRows(from, count)};
    mask.apply(chunk);
    out.middleRows(from, count) = chunk.values;
  };
  constexpr auto kBlock = static_cast<Index>(table::kBlock);
  const auto skipped = static_cast<Index>(first_record % kBlock);  // records of the first block that come before these
  const Index blocks = (skipped + records.rows() + kBlock - 1) / kBlock;
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index from = std::max<Index>(0, block * kBlock - skipped),
                to = std::min((block + 1) * kBlock - skipped, records.rows());
    if (from < to) release(from, to - from);
  });
}

}  // namespace guise::masks
