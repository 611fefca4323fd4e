// SPDX-License-Identifier: Apache-2.0
#include "audit/utility_distances.h"

#include <algorithm>
#include <numeric>

namespace guise::audit {
namespace {

// A rank correlation of 0 then has a standard error of 1 / sqrt(20 000) = 0.007.
constexpr std::size_t kPairs = 20'000;

Vector ranks(const Vector& values) {
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values(a) < values(b); });
  Vector out(values.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && values(order[last]) == values(order[first])) ++last;
    for (std::size_t i = first; i < last; ++i) out(order[i]) = static_cast<double>(first + last - 1) / 2;
  }
  return out;
}

}  // namespace

double rank_correlation(const Vector& a, const Vector& b) {
  Vector x = ranks(a), y = ranks(b);
  x.array() -= x.mean();
  y.array() -= y.mean();
  return x.dot(y) / (x.norm() * y.norm());
}

double distance_ranks(const mining::Mined& truth, const mining::Mined& release, const random::Rng& rng) {
  const Matrix &x = truth.data.held->rows, &y = release.data.held->rows;
  std::vector<std::uint64_t> drawn(2 * kPairs);
  rng.fork("pairs").words(0, 0, drawn);
  const auto records = static_cast<std::uint64_t>(x.rows());
  Vector originals(kPairs), released(kPairs);
  for (std::size_t p = 0; p < kPairs; ++p) {
    const auto i = static_cast<Index>(drawn[2 * p] % records);
    const auto j = static_cast<Index>((drawn[2 * p + 1] % (records - 1) + 1 + drawn[2 * p] % records) % records);  // another
    originals(static_cast<Index>(p)) = (x.row(i) - x.row(j)).squaredNorm();
    released(static_cast<Index>(p)) = (y.row(i) - y.row(j)).squaredNorm();
  }
  return rank_correlation(originals, released);
}

}  // namespace guise::audit
