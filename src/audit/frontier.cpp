// SPDX-License-Identifier: Apache-2.0
#include "audit/frontier.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace guise::audit {
namespace {

bool known(const Tradeoff& point) {
  return !std::isnan(point.risk) && !std::isnan(point.loss);
}

/// The place of the least by `rank` among the points that are known and taken.
template <typename Taken, typename Rank>
std::optional<std::size_t> least(const std::vector<Tradeoff>& points, const Taken& taken, const Rank& rank) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (known(points[i]) && taken(i) && (!best || rank(points[i]) < rank(points[*best]))) best = i;
  return best;
}

}  // namespace

bool dominates(const Tradeoff& a, const Tradeoff& b) {
  return a.risk <= b.risk && a.loss <= b.loss && (a.risk < b.risk || a.loss < b.loss);
}

bool surely_dominates(const Tradeoff& a, const Tradeoff& b) {
  return b.risk - a.risk > kLuck * std::hypot(a.risk_error, b.risk_error) &&
         b.loss - a.loss > kLuck * std::hypot(a.loss_error, b.loss_error);
}

std::vector<bool> front(const std::vector<Tradeoff>& points) {
  std::vector<bool> on(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    on[i] = known(points[i]) &&
            std::none_of(points.begin(), points.end(), [&](const Tradeoff& other) { return dominates(other, points[i]); });
  return on;
}

std::optional<std::size_t> least_loss(const std::vector<Tradeoff>& points, const std::vector<bool>& qualifies) {
  return least(
      points, [&](std::size_t i) { return qualifies[i]; }, [](const Tradeoff& p) { return std::pair(p.loss, p.risk); });
}

std::optional<std::size_t> least_risk(const std::vector<Tradeoff>& points) {
  return least(
      points, [](std::size_t) { return true; }, [](const Tradeoff& p) { return std::pair(p.risk, p.loss); });
}

std::optional<std::size_t> knee(const std::vector<Tradeoff>& points) {
  const std::vector<bool> on = front(points);
  std::vector<std::size_t> along;  // the front by rising risk, and so by falling loss
  for (std::size_t i = 0; i < points.size(); ++i)
    if (on[i] && std::isfinite(points[i].risk) && std::isfinite(points[i].loss)) along.push_back(i);
  if (along.empty()) return {};
  std::sort(along.begin(), along.end(),
            [&](std::size_t a, std::size_t b) { return std::tie(points[a].risk, a) < std::tie(points[b].risk, b); });
  const Tradeoff& first = points[along.front()];
  const double risks = points[along.back()].risk - first.risk, losses = first.loss - points[along.back()].loss;
  std::size_t best = along[(along.size() - 1) / 2];
  double farthest = 1e-9;  // below this it lies on the chord but for rounding
  for (const std::size_t i : along) {
    if (risks <= 0 || losses <= 0) break;
    const double below = (first.loss - points[i].loss) / losses - (points[i].risk - first.risk) / risks;
    if (below > farthest) {
      farthest = below;
      best = i;
    }
  }
  return best;
}

}  // namespace guise::audit
