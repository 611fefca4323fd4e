// SPDX-License-Identifier: Apache-2.0
#include "audit/mask_search.h"

#include <algorithm>
#include <cmath>

#include "audit/frontier.h"
#include "audit/path_search.h"
#include "base/error.h"

namespace guise::audit {
namespace {

// Closed forms are of the population and, for `within`, of normal errors: a mask is put aside only when it is beyond the limit
// by so much.
constexpr double kClosedSlack = 1.25;

std::vector<Path> paths_for(const AdviceRequest& request, const stats::Moments& moments) {
  const auto epsilon = std::min_element(request.limits.begin(), request.limits.end(), [](const Limit& a, const Limit& b) {
    return std::pair(a.kind != Limited::epsilon, a.value) < std::pair(b.kind != Limited::epsilon, b.value);
  });
  if (epsilon == request.limits.end() || epsilon->kind != Limited::epsilon) return all_paths(moments, request.before);
  return certified_paths(request.selection.attributes, request.before, epsilon->value);
}

/// The levels of risk that masks are sought for. The first is what is asked for; the others show the frontier around it.
std::vector<double> targets(const AdviceRequest& request) {
  if (!request.limits.empty()) return {1, 0.5, 2};
  return {0.5, 0.25, 0.1, 0.75};
}

}  // namespace

MaskSearch::MaskSearch(const AdviceRequest& request, const std::vector<Limit>& limits, const SeenSample& seen,
                       const Auditor& auditor)
    : request_(request),
      limits_(limits),
      covariance_(seen.moments.covariance()),
      paths_(paths_for(request, seen.moments)),
      evaluator_(request, limits, seen.screen, seen.race, auditor) {
  evaluator_.count_by(paths_[0].masks[0]);
}

bool MaskSearch::run() {
  try {
    for (const double target : targets(request_)) race(target);
  } catch (const OutOfTime&) {
    return false;
  }
  return true;
}

std::vector<std::string> MaskSearch::notes() const {
  std::vector<std::string> notes;
  for (const Path& path : paths_)
    if (const auto why = refused_.find(&path); why != refused_.end())
      notes.push_back(fmt::format("Not tried: {}: {}.", path.scheme, why->second));
  return notes;
}

std::string MaskSearch::scheme_of(const std::string& mask) const {
  return place_of(mask).first->scheme;
}

std::optional<std::string> MaskSearch::stronger(const std::string& mask, std::ptrdiff_t steps) const {
  const auto [path, at] = place_of(mask);
  const std::ptrdiff_t to = static_cast<std::ptrdiff_t>(at) + steps;
  if (to < 0 || to >= static_cast<std::ptrdiff_t>(path->masks.size())) return {};
  return path->masks[static_cast<std::size_t>(to)];
}

void MaskSearch::set_aside(const std::vector<std::string>& masks) {
  for (const std::string& mask : masks) aside_.insert(place_of(mask).first);
  try {
    race(targets(request_)[0]);
  } catch (const OutOfTime&) {  // then what was raced so far must do
  }
}

std::vector<Point> MaskSearch::running() const {
  std::vector<Point> points = evaluator_.raced();
  std::erase_if(points, [&](const Point& point) { return aside_.contains(place_of(point.mask).first); });
  return points;
}

/// Where on the path the closed form puts the target at the latest: everything before it surely leaks more to an outsider.
std::size_t MaskSearch::closed_start(const Path& path, double target) const {
  const bool outsider = std::find(request_.attackers.begin(), request_.attackers.end(), "outsider") != request_.attackers.end();
  if (path.closed == Path::Closed::none || !outsider) return 0;
  return first_holding(0, path.masks.size(), [&](std::size_t i) {
    const Vector left = share_left(covariance_, path.closed, path.snr[i]);
    return std::none_of(limits_.begin(), limits_.end(), [&](const Limit& limit) {
      return expected_figure(limit, left, request_.selection.attributes).value_or(0) > kClosedSlack * target * limit.value;
    });
  });
}

/// The weakest mask that does not surely leak more than the target on the small sample; nothing where even the strongest does,
/// or where the table is not fit for the scheme.
std::optional<std::size_t> MaskSearch::screen(const Path& path, double target) {
  std::string refused;
  const std::size_t at = first_holding(closed_start(path, target), path.masks.size(), [&](std::size_t i) {
    if (!refused.empty()) return true;
    const Point& point = evaluator_.try_mask(path.masks[i], kScreen);
    refused = point.refused;
    return point.risk.value - kLuck * point.risk_error <= target;
  });
  if (!refused.empty()) refused_.emplace(&path, refused);
  if (!refused.empty() || at == path.masks.size()) return {};
  return at;
}

/// Schemes that pass, by their loss.
std::vector<MaskSearch::Entry> MaskSearch::screen_all(double target) {
  std::vector<Entry> entries;
  for (const Path& path : paths_) {
    if (!runs(path)) continue;
    if (const auto from = screen(path, target))
      entries.push_back({&path, *from, evaluator_.try_mask(path.masks[*from], kScreen)});
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry& a, const Entry& b) { return a.screened.loss.value < b.screened.loss.value; });
  return entries;
}

/// Schemes run in the order of their loss when screened, which more attackers can only push up: a scheme that has lost more
/// already than another one loses in the end is out.
void MaskSearch::race(double target) {
  const std::vector<Entry> entries = screen_all(target);
  for (const Path& path : paths_)  // where nothing passes, the strongest masks tell what comes nearest
    if (entries.empty() && runs(path)) evaluator_.try_mask(path.masks.back(), kRace);
  std::optional<Tradeoff> best;
  for (const Entry& entry : entries) {
    const Tradeoff promise = tradeoff(entry.screened);
    if (best && promise.loss - best->loss > kLuck * std::hypot(promise.loss_error, best->loss_error)) continue;
    const std::vector<std::string>& masks = entry.path->masks;
    const std::size_t at = first_holding(entry.from, masks.size(), [&](std::size_t i) {
      const Point& point = evaluator_.try_mask(masks[i], kRace);
      return point.refused.empty() && point.risk.value + kLuck * point.risk_error <= target;
    });
    if (at == masks.size()) continue;
    const Tradeoff found = tradeoff(evaluator_.try_mask(masks[at], kRace));
    if (!best || found.loss < best->loss) best = found;
  }
}

/// Every mask that is tried lies on a path.
std::pair<const Path*, std::size_t> MaskSearch::place_of(const std::string& mask) const {
  for (const Path& path : paths_)
    for (std::size_t i = 0; i < path.masks.size(); ++i)
      if (path.masks[i] == mask) return {&path, i};
  fail("mask {} is on no path of the advisor", mask);
}

}  // namespace guise::audit
