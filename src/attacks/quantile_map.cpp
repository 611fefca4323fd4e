// SPDX-License-Identifier: Apache-2.0
#include "attacks/quantile_map.h"

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "attacks/isotonic.h"
#include "random/math.h"

namespace guise::attacks {
namespace {

constexpr Index kMostKnots = 2000, kEnds = 50;  // of the largest and smallest values all are knots
constexpr double kSure = 2;                     // standard errors of a rank that must not matter
constexpr Index kScores = 401, kNodes = 64;  // points of a curve over scores from -5 to 5, and of an average over their errors
constexpr double kMostScore = 5;

double normal_share(double score) {
  return boost::math::erfc(-score / std::numbers::sqrt2) / 2;
}

/// The original value that fills a range of ranks but for sampling errors at its ends; ties only.
std::optional<double> filling(const stats::Empirical& originals, double from, double to, Index released) {
  const double n = static_cast<double>(released), count = static_cast<double>(originals.count());
  const auto error = [&](double share) { return kSure * std::sqrt(std::max(share * (1 - share), 0.0) * (1 / n + 1 / count)); };
  double low = from + error(from), high = to - error(to);
  if (low > high) low = high = (from + to) / 2;
  const double value = originals.quantile(low);
  const Index place = originals.place(value);
  if (place >= originals.distinct().size() || originals.distinct()[place] != value) return {};
  const double share = static_cast<double>(originals.ties(place)) / count;
  const bool tied = originals.ties(place) > 2 && 2 * share >= to - from;
  return tied && originals.quantile(high) == value ? std::optional(value) : std::nullopt;
}

}  // namespace

double Polyline::operator()(double x) const {
  const Index above = std::lower_bound(at.begin(), at.end(), x) - at.begin();
  if (above == at.size()) return value[above - 1];
  if (above == 0 || at[above] == x) return value[above];
  const double part = (x - at[above - 1]) / (at[above] - at[above - 1]);
  if (!std::isfinite(part)) return value[std::isfinite(at[above]) ? above : above - 1];
  return value[above - 1] + part * (value[above] - value[above - 1]);
}

Vector knots_of(const stats::Empirical& released) {
  const Vector& all = released.distinct();
  if (all.size() <= kMostKnots) return all;
  std::vector<double> chosen;
  const Index inner = all.size() - 2 * kEnds, steps = kMostKnots - 2 * kEnds;
  for (Index i = 0; i < kEnds; ++i) chosen.push_back(all[i]);
  for (Index i = 0; i < steps; ++i) chosen.push_back(all[kEnds + (2 * i + 1) * inner / (2 * steps)]);
  for (Index i = all.size() - kEnds; i < all.size(); ++i) chosen.push_back(all[i]);
  return Eigen::Map<Vector>(chosen.data(), static_cast<Index>(chosen.size()));
}

Polyline quantile_map(const stats::Empirical& released, const stats::Empirical& originals, double sign) {
  Polyline out{.at = knots_of(released), .value = {}};
  out.value.resize(out.at.size());
  for (Index i = 0; i < out.at.size(); ++i) {
    const auto [below, up_to] = released.ranks(out.at[i]);
    const double from = sign > 0 ? below : 1 - up_to, to = sign > 0 ? up_to : 1 - below;
    out.value[i] = filling(originals, from, to, released.count()).value_or(originals.mean_between(from, to));
  }
  return out;
}

Polyline pair_map(const stats::Empirical& released, const Vector& originals, const Vector& seen, double sign) {
  const Index p = seen.size();
  Vector scores(p);
  for (Index i = 0; i < p; ++i) scores[i] = sign * released.score(seen[i]);
  std::vector<Index> order(static_cast<std::size_t>(p));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(),
            [&](Index a, Index b) { return std::pair(scores[a], originals[a]) < std::pair(scores[b], originals[b]); });
  Vector sorted = originals(order), at = scores(order);
  for (Index first = 0, next = 0; first < p; first = next) {  // equal released values are one place
    while (next < p && at[next] == at[first]) ++next;
    sorted.segment(first, next - first).setConstant(sorted.segment(first, next - first).mean());
  }
  const Polyline curve{.at = at, .value = rising_fit(sorted).fit};
  const Vector along = scores.array() - scores.mean();
  const double slope = std::max(0.0, along.dot(originals) / std::max(along.squaredNorm(), 1e-300));
  Polyline out{.at = knots_of(released), .value = {}};
  out.value.resize(out.at.size());
  for (Index i = 0; i < out.at.size(); ++i) {
    const double score = sign * released.score(out.at[i]), beyond = score - std::clamp(score, at[0], at[p - 1]);
    out.value[i] = curve(score) + slope * beyond;
  }
  return out;
}

Polyline score_map(const stats::Empirical& released, double sign) {
  Polyline out{.at = knots_of(released), .value = {}};
  out.value.resize(out.at.size());
  for (Index i = 0; i < out.at.size(); ++i) out.value[i] = sign * released.score(out.at[i]);
  return out;
}

Polyline unscore_map(const stats::Empirical& originals, double error_sd) {
  Polyline out{.at = Vector::LinSpaced(kScores, -kMostScore, kMostScore), .value = Vector::Zero(kScores)};
  for (Index node = 0; node < kNodes; ++node) {
    const double error = error_sd * random::normal_quantile((static_cast<double>(node) + 0.5) / kNodes);
    for (Index i = 0; i < kScores; ++i) out.value[i] += originals.quantile(normal_share(out.at[i] + error)) / kNodes;
  }
  return out;
}

}  // namespace guise::attacks
