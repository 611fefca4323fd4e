// SPDX-License-Identifier: Apache-2.0
#include "attacks/group_sizes.h"

#include <algorithm>
#include <cmath>

namespace guise::attacks {
namespace {

// A size counts for its neighbours too, up to this share of it: 60 people do not show each size.
constexpr double kWidth = 0.2;
// People who are added to the counts, geometrically about the mean: no size is impossible.
constexpr double kAdded = 1;
// … not even where the geometric law ends in underflow: ratios of probabilities stay finite.
constexpr double kFloor = 1e-12;

Vector geometric(double mean, Index most) {
  Vector out(most + 2);
  double chance = 1 / mean;
  for (Index size = 0; size < out.size(); ++size) {
    out[size] = size == 0 ? 0 : chance + kFloor;
    if (size > 0) chance *= 1 - 1 / mean;
  }
  return out;
}

/// Adds a triangle of that weight about the size.
void spread(Vector& law, Index size, double weight) {
  const auto reach = static_cast<Index>(std::lround(kWidth * static_cast<double>(size)));
  const Index from = std::max<Index>(1, size - reach), to = std::min(law.size() - 1, size + reach);
  double sum = 0;
  const auto height = [&](Index at) { return static_cast<double>(reach + 1 - std::abs(at - size)); };
  for (Index at = from; at <= to; ++at) sum += height(at);
  for (Index at = from; at <= to; ++at) law[at] += weight * height(at) / sum;
}

}  // namespace

GroupSizes::GroupSizes(double mean, Index most) {
  set(geometric(mean, most));
}

GroupSizes::GroupSizes(const std::vector<Index>& sizes, Index most) {
  Vector counts = Vector::Zero(most + 2);
  for (const Index size : sizes) counts[size] += size > 0 ? 1 : 0;
  const Vector all = Vector::LinSpaced(most + 2, 0, static_cast<double>(most + 1));
  Vector law = kAdded * geometric(1 + counts.dot(all) / counts.sum(), most);
  for (Index size = 1; size <= most; ++size)
    if (counts[size] > 0) spread(law, size, counts[size]);
  set(law);
}

void GroupSizes::set(const Vector& law) {
  joining_ = Vector::Zero(law.size() - 1);
  for (Index size = 1; size < joining_.size(); ++size)
    joining_[size] = std::log(static_cast<double>(size + 1) * law[size + 1] / law[size]);
  first_ = std::log(law[1] / law.sum());
}

}  // namespace guise::attacks
