// SPDX-License-Identifier: Apache-2.0
// From the search to the advice: the front of the race is confirmed on the whole table (docs/advisor.md).
#include "audit/advise.h"

#include <algorithm>
#include <cmath>

#include "audit/frontier.h"
#include "audit/mask_search.h"
#include "base/error.h"

namespace guise::audit {
namespace {

// Masks that are confirmed at once, and how often stronger ones are tried when none of them holds on the whole table.
constexpr std::size_t kConfirmed = 4;
constexpr int kRounds = 5;
constexpr std::size_t kFurther = 2;  // of the best schemes alone
constexpr int kBack = 3;             // steps back from the best that holds

/// Limits as the search sees them: `gets` itself where none are set.
std::vector<Limit> searched_limits(const AdviceRequest& request) {
  if (request.limits.empty()) return {parse_limit("gets=1", {})};
  for (const Limit& limit : request.limits)
    require(limit.value > 0, "the limit {} leaves nothing to publish; give one above 0", limit.text());
  return request.limits;
}

/// The masks to confirm: of the front of the race those within the limit, of least loss first, then those that lie nearest to
/// it. Behind the first the next weaker one: the race was careful, and the whole table with more keys may allow it.
std::vector<std::string> shortlist(const MaskSearch& search, bool limited, std::size_t most) {
  const std::vector<Point> raced = search.running();
  const std::vector<bool> on = front(tradeoffs(raced));
  std::vector<const Point*> order;
  for (std::size_t i = 0; i < raced.size(); ++i)
    if (on[i] && std::isfinite(raced[i].risk.value)) order.push_back(&raced[i]);
  const auto over = [&](const Point& point) { return limited && point.risk.value + kLuck * point.risk_error > 1; };
  std::stable_sort(order.begin(), order.end(), [&](const Point* a, const Point* b) {
    if (over(*a) != over(*b)) return over(*b);
    return over(*a) ? a->risk.value < b->risk.value : a->loss.value < b->loss.value;
  });
  std::vector<std::string> masks;
  const auto add = [&](const std::string& mask) {
    if (masks.size() < most && std::find(masks.begin(), masks.end(), mask) == masks.end()) masks.push_back(mask);
  };
  for (const Point* point : order) {
    add(point->mask);
    if (!limited || masks.size() > 1) continue;
    if (const auto weaker = search.stronger(point->mask, -1)) add(*weaker);
  }
  return masks;
}

class Confirmer {
 public:
  Confirmer(const table::Table& originals, const AdviceRequest& request, const std::vector<Limit>& limits, MaskSearch& search,
            const Auditor& auditor)
      : originals_(originals), request_(request), limits_(limits), search_(search), auditor_(auditor) {}

  /// Audits the best on the whole table. When none of them keeps the limits, stronger ones of the same schemes and the best of
  /// the others.
  Result confirm() {
    const bool limited = !request_.limits.empty();
    std::vector<std::string> masks = shortlist(search_, limited, kConfirmed);
    require(!masks.empty(), "no attacker tried measures what the limits are about; leave ‘attackers’ out to try all");
    Result whole;
    for (int round = 0; round < kRounds && !masks.empty(); ++round) {
      Result found = auditor_(originals_, audit_request(masks, round));
      const bool holds = std::any_of(found.masks.begin(), found.masks.end(), [&](const MaskResult& mask) {
        return std::none_of(limits_.begin(), limits_.end(),
                            [&](const Limit& limit) { return check(limit, mask, found).exceeded; });
      });
      if (round == 0)
        whole = std::move(found);
      else
        std::move(found.masks.begin(), found.masks.end(), std::back_inserter(whole.masks));
      if (holds) break;
      std::vector<std::string> next = further(masks, round + 1);
      search_.set_aside(masks);
      for (std::string& mask : shortlist(search_, limited, kConfirmed - kFurther)) next.push_back(std::move(mask));
      masks = std::move(next);
    }
    if (limited) step_back(whole);
    return whole;
  }

 private:
  /// From the best that holds to the next weaker ones while they hold too: the race is careful, with its few keys.
  void step_back(Result& whole) {
    for (int step = 0; step < kBack; ++step) {
      const std::optional<std::string> best = best_of(whole), weaker = best ? search_.stronger(*best, -1) : std::nullopt;
      const auto is_it = [&](const MaskResult& mask) { return mask.mask == *weaker; };
      if (!weaker || std::any_of(whole.masks.begin(), whole.masks.end(), is_it)) return;
      whole.masks.push_back(auditor_(originals_, audit_request({*weaker}, kRounds + step)).masks[0]);
    }
  }

  std::optional<std::string> best_of(const Result& whole) const {
    std::vector<Point> points;
    std::vector<bool> qualifies;
    for (const MaskResult& mask : whole.masks) {
      points.push_back(point_of(mask, whole, limits_, search_.evaluator().counted(), true));
      qualifies.push_back(points.back().qualifies);
    }
    const auto best = least_loss(tradeoffs(points), qualifies);
    return best ? std::optional(points[*best].mask) : std::nullopt;
  }

  Request audit_request(const std::vector<std::string>& masks, int round) const {
    Request request;
    request.details = false;
    for (const std::string& mask : masks) request.masks.push_back(masks::Mask::parse(mask));
    request.attackers = request_.attackers;
    request.keys = request_.keys;
    request.selection = request_.selection;
    request.kept = request_.kept;
    request.label = request_.label;
    request.work = request_.work;
    request.rng = request_.rng.fork(fmt::format("confirm/{}", round));
    return request;
  }

  std::vector<std::string> further(const std::vector<std::string>& masks, std::ptrdiff_t steps) const {
    std::vector<std::string> next;
    for (const std::string& mask : masks)
      if (const auto found = search_.stronger(mask, steps);
          found && next.size() < kFurther && std::find(masks.begin(), masks.end(), *found) == masks.end())
        next.push_back(*found);
    return next;
  }

  const table::Table& originals_;
  const AdviceRequest& request_;
  const std::vector<Limit>& limits_;
  MaskSearch& search_;
  const Auditor& auditor_;
};

/// Unknown where it is not confirmed.
std::vector<Tradeoff> confirmed_only(const std::vector<Point>& points) {
  std::vector<Tradeoff> out = tradeoffs(points);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!points[i].confirmed) out[i] = {std::nan(""), std::nan("")};
  return out;
}

/// Puts what was confirmed in the place of what was tried on a sample.
std::vector<Point> all_points(std::vector<Point> raced, const Result& audit, const std::vector<Limit>& limits,
                              const std::vector<std::string>& counted, const MaskSearch& search) {
  for (const MaskResult& mask : audit.masks) {
    Point point = point_of(mask, audit, limits, counted, true);
    point.confirmed = true;
    std::erase_if(raced, [&](const Point& other) { return other.mask == point.mask; });
    raced.push_back(std::move(point));
  }
  std::erase_if(raced, [](const Point& point) { return !std::isfinite(point.risk.value); });
  std::stable_sort(raced.begin(), raced.end(), [](const Point& a, const Point& b) { return a.risk.value < b.risk.value; });
  // What a sample says pushes nothing off the front that was confirmed.
  const std::vector<bool> of_all = front(tradeoffs(raced)), of_confirmed = front(confirmed_only(raced));
  for (std::size_t i = 0; i < raced.size(); ++i) {
    raced[i].front = raced[i].confirmed ? of_confirmed[i] : of_all[i];
    raced[i].scheme = search.scheme_of(raced[i].mask);
  }
  return raced;
}

void choose(Advice& advice, bool limited) {
  const std::vector<Tradeoff> confirmed = confirmed_only(advice.points);
  std::vector<bool> qualifies;
  for (const Point& point : advice.points) qualifies.push_back(point.qualifies);
  advice.choice = limited ? least_loss(confirmed, qualifies) : knee(confirmed);
  if (!advice.choice) advice.nearest = least_risk(confirmed);
}

}  // namespace

Advice advise(const table::Table& originals, const AdviceRequest& request, const Auditor& auditor) {
  Advice advice;
  advice.limits = request.limits;
  const std::vector<Limit> limits = searched_limits(request);
  const SeenSample seen = look_through(originals, request);
  advice.sample = seen.race.rows();
  MaskSearch search(request, limits, seen, auditor);
  advice.cut_short = !search.run();
  require(!search.running().empty(), "no mask could be tried with all attackers in {:g} seconds; allow more ‘seconds’",
          request.seconds);
  advice.audit = Confirmer(originals, request, limits, search, auditor).confirm();
  advice.tried = search.evaluator().tried();
  advice.notes = search.notes();
  advice.counted = search.evaluator().counted();
  advice.points = all_points(search.evaluator().raced(), advice.audit, limits, advice.counted, search);
  choose(advice, !request.limits.empty());
  return advice;
}

}  // namespace guise::audit
