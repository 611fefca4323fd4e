// SPDX-License-Identifier: Apache-2.0
#include "attacks/placement_strangers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "random/laws.h"

namespace guise::attacks {
namespace {

// Rows whose lengths are nearest to a known record's, of which a stranger is drawn; more where more are wanted.
constexpr Index kAlike = 20;

/// Rows by their distance from the origin, or from their mean.
struct ByLength {
  std::vector<Index> order, place;
};

ByLength by_length(const Matrix& away) {
  const Vector lengths = away.rowwise().squaredNorm();
  ByLength out{std::vector<Index>(static_cast<std::size_t>(away.rows())),
               std::vector<Index>(static_cast<std::size_t>(away.rows()))};
  std::iota(out.order.begin(), out.order.end(), Index{0});
  std::stable_sort(out.order.begin(), out.order.end(), [&](Index a, Index b) { return lengths(a) < lengths(b); });
  for (std::size_t i = 0; i < out.order.size(); ++i) out.place[static_cast<std::size_t>(out.order[i])] = static_cast<Index>(i);
  return out;
}

std::vector<Index> draw_rows(const std::vector<Index>& like, const ByLength& sorted, const random::Rng& rng) {
  const Index n = static_cast<Index>(sorted.order.size());
  const Index count = std::min(std::max(kAlike, 2 * static_cast<Index>(like.size())), n);
  std::vector<double> draws(like.size());
  random::fill_uniform(rng, 0, 0, draws);
  std::set<Index> taken;
  std::vector<Index> chosen;
  for (std::size_t i = 0; i < like.size(); ++i) {
    const Index first = std::clamp<Index>(sorted.place[static_cast<std::size_t>(like[i])] - count / 2, 0, n - count);
    Index at = std::min(static_cast<Index>(draws[i] * static_cast<double>(count)), count - 1);
    while (taken.contains(sorted.order[static_cast<std::size_t>(first + at)])) at = (at + 1) % count;
    chosen.push_back(sorted.order[static_cast<std::size_t>(first + at)]);
    taken.insert(chosen.back());
  }
  return chosen;
}

}  // namespace

Strangers draw_strangers(const std::vector<Index>& like, const NoisyRelease& release, const random::Rng& rng) {
  const Matrix& rows = release.rows;
  const Vector origin = release.translated ? Vector(rows.colwise().mean()) : Vector(Vector::Zero(rows.cols()));
  const Matrix away = rows.rowwise() - origin.transpose();
  const std::vector<Index> chosen = draw_rows(like, by_length(away), rng);
  const std::set<Index> taken(chosen.begin(), chosen.end());
  std::vector<Index> others;
  for (Index row = 0; row < rows.rows(); ++row)
    if (!taken.contains(row)) others.push_back(row);
  const double all = away.squaredNorm() / static_cast<double>(rows.rows());
  const double shrink = std::sqrt(std::max(1 - release.noise.trace() / all, 0.0));
  return {(shrink * away(chosen, Eigen::all)).rowwise() + origin.transpose(), rows(others, Eigen::all)};
}

}  // namespace guise::attacks
