// SPDX-License-Identifier: Apache-2.0
// Records that come in single precision and are released in it. A matrix in front of the mask multiplies them in single
// precision, which takes half the time: a record is then off by 3e-7 of its length at 768 attributes, where rounding the exact
// product to single precision takes 3e-8.
#include <algorithm>

#include "masks/mask.h"

namespace guise::masks {
namespace {

/// Thresholds, grids and bounds, on which a certificate may rest, are met with the digits of a double.
bool takes_singles(const Plan& plan) {
  const bool plain_noise = plan.card.step == "noise" && plan.card.grid.empty();
  return plain_noise || plan.secret.affine.has_value();
}

}  // namespace

/// Only in front: what another step leaves is not in single precision.
bool Prepared::multiplies_singles() const {
  return plans_[0].singles && std::all_of(plans_.begin() + 1, plans_.end(), takes_singles);
}

void Prepared::apply_to_singles(table::Chunk& chunk) const {
  if (!multiplies_singles()) return apply(chunk);
  // Kept from chunk to chunk: fresh memory costs as much as filling it.
  thread_local Singles records, products;
  records = chunk.values.cast<float>();
  products.resize(chunk.records(), static_cast<Index>(plans_[0].columns.size()));
  (*plans_[0].singles)(chunk.first_record, records, products);
  chunk.values = products.cast<double>();
  for (const Plan& plan : std::span(plans_).subspan(1)) plan.apply(chunk);
}

}  // namespace guise::masks
