// SPDX-License-Identifier: Apache-2.0
// The stages of the search (beyond.md §5): closed form, screening on a small sample, the race, the whole table.
#include "audit/advise.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "attacks/gatherer.h"
#include "audit/candidates.h"
#include "audit/evaluator.h"
#include "audit/frontier.h"
#include "audit/path_search.h"
#include "audit/utility_sample.h"
#include "base/error.h"
#include "table/blocks.h"

namespace guise::audit {
namespace {

// Masks that are confirmed at once, and how often stronger ones are tried when none of them holds on the whole table.
constexpr std::size_t kConfirmed = 4;
constexpr int kRounds = 3;
constexpr std::size_t kFurther = 2;  // of the best schemes alone
// Closed forms are of the population and, for `within`, of normal errors: a mask is put aside only when it is beyond the limit
// by so much.
constexpr double kClosedSlack = 1.25;

Tradeoff tradeoff(const Point& point) {
  return {point.risk.value, point.loss.value, point.risk_error, point.loss_error};
}

std::vector<Tradeoff> tradeoffs(const std::vector<Point>& points) {
  std::vector<Tradeoff> out;
  for (const Point& point : points) out.push_back(tradeoff(point));
  return out;
}

/// What is known of the table before masks are tried: its moments, and samples for the two levels.
struct Seen {
  stats::Moments moments;
  Matrix screen, race;
};

// A label of so many classes is given to samples as numbers, which an audit takes for classes again; of more it would not.
constexpr std::size_t kMostClasses = 20;

/// The first records of the sample in the order of the table; a label is the last column.
Matrix first_of(const UtilitySample& sample, std::int64_t count) {
  const mining::Records& all = sample.records;
  std::vector<Index> rows(static_cast<std::size_t>(std::min<std::int64_t>(count, all.rows.rows())));
  std::iota(rows.begin(), rows.end(), Index{0});
  std::sort(rows.begin(), rows.end(), [&](Index a, Index b) {
    return all.numbers[static_cast<std::size_t>(a)] < all.numbers[static_cast<std::size_t>(b)];
  });
  const bool classes = sample.has_classes() && sample.label->classes.size() <= kMostClasses, number = sample.has_number();
  Matrix out(static_cast<Index>(rows.size()), all.rows.cols() + (classes || number ? 1 : 0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto row = static_cast<Index>(i);
    out.row(row).head(all.rows.cols()) = all.rows.row(rows[i]);
    if (number) out(row, all.rows.cols()) = all.target[rows[i]];
    if (classes) out(row, all.rows.cols()) = all.classes[static_cast<std::size_t>(rows[i])];
  }
  return out;
}

Seen look_through(const table::Table& originals, const AdviceRequest& request) {
  const random::Rng rng = request.rng.fork("sample");
  attacks::Gatherer gatherer(request.selection.attributes, {}, rng);
  table::Work work = request.work;
  work.stage = "looking through the table";
  originals.scan(request.selection, work, [&](const table::Chunk& chunk) {
    table::for_blocks(chunk,
                      [&](std::int64_t record, const MatrixRef& rows) { gatherer.add(record, rows, Matrix(), Matrix()); });
  });
  Seen seen{.moments = gatherer.finish().moments, .screen = {}, .race = {}};
  require(seen.moments.count() > 1, "{} has {} record left; advice needs at least 2", originals.name(), seen.moments.count());
  Request drawn;
  drawn.selection = request.selection;
  drawn.label = request.label;
  drawn.work = request.work;
  const UtilitySample sample = draw_sample(originals, drawn, rng);
  seen.screen = first_of(sample, kScreen.records);
  seen.race = first_of(sample, kRace.records);
  return seen;
}

/// Limits as the search sees them: `gets` itself where none are set.
std::vector<Limit> searched_limits(const AdviceRequest& request) {
  if (request.limits.empty()) return {parse_limit("gets=1", {})};
  for (const Limit& limit : request.limits)
    require(limit.value > 0, "the limit {} leaves nothing to publish; give one above 0", limit.text());
  return request.limits;
}

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

class Search {
 public:
  Search(const AdviceRequest& request, const std::vector<Limit>& limits, const Seen& seen, const Auditor& auditor)
      : request_(request),
        limits_(limits),
        covariance_(seen.moments.covariance()),
        paths_(paths_for(request, seen.moments)),
        evaluator_(request, limits, seen.screen, seen.race, auditor) {
    evaluator_.count_by(paths_[0].masks[0]);
  }

  /// All targets, as far as the time goes.
  bool run() {
    try {
      for (const double target : targets(request_)) race(target);
    } catch (const OutOfTime&) {
      return false;
    }
    return true;
  }

  const Evaluator& evaluator() const { return evaluator_; }
  std::vector<std::string> notes() const {
    std::vector<std::string> notes;
    for (const Path& path : paths_)
      if (const auto why = refused_.find(&path); why != refused_.end())
        notes.push_back(fmt::format("Not tried: {}: {}.", path.scheme, why->second));
    return notes;
  }

  std::string scheme_of(const std::string& mask) const {
    const auto [path, at] = place_of(mask);
    return path->scheme;
  }
  /// The mask so many steps further on its path, where there is one.
  std::optional<std::string> stronger(const std::string& mask, std::size_t steps) const {
    const auto [path, at] = place_of(mask);
    if (at + steps >= path->masks.size()) return {};
    return path->masks[at + steps];
  }

 private:
  /// Where on the path the closed form puts the target at the latest: everything before it surely leaks more.
  std::size_t closed_start(const Path& path, double target) const {
    if (path.closed == Path::Closed::none) return 0;
    return first_holding(0, path.masks.size(), [&](std::size_t i) {
      const Vector left = share_left(covariance_, path.closed, path.snr[i]);
      return std::none_of(limits_.begin(), limits_.end(), [&](const Limit& limit) {
        return expected_figure(limit, left, request_.selection.attributes).value_or(0) > kClosedSlack * target * limit.value;
      });
    });
  }

  /// The weakest mask that does not surely leak more than the target to an outsider on the small sample; nothing where even the
  /// strongest does, or where the table is not fit for the scheme.
  std::optional<std::size_t> screen(const Path& path, double target) {
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

  /// Schemes in the order of their loss when screened, which more attackers can only push up: a scheme that has lost more
  /// already than another one loses in the end is out.
  void race(double target) {
    struct Entry {
      const Path* path;
      std::size_t from;
      Point screened;
    };
    std::vector<Entry> entries;
    for (const Path& path : paths_) {
      if (refused_.contains(&path)) continue;
      if (const auto from = screen(path, target))
        entries.push_back({&path, *from, evaluator_.try_mask(path.masks[*from], kScreen)});
    }
    // Where nothing passes, the strongest masks tell what comes nearest.
    for (const Path& path : paths_)
      if (entries.empty() && !refused_.contains(&path)) evaluator_.try_mask(path.masks.back(), kRace);
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.screened.loss.value < b.screened.loss.value; });
    std::optional<Tradeoff> best;
    for (const Entry& entry : entries) {
      const Tradeoff promise = tradeoff(entry.screened);
      if (best && promise.loss - best->loss > kLuck * std::hypot(promise.loss_error, best->loss_error)) continue;
      const std::size_t at = first_holding(entry.from, entry.path->masks.size(), [&](std::size_t i) {
        const Point& point = evaluator_.try_mask(entry.path->masks[i], kRace);
        return point.refused.empty() && point.risk.value <= target;
      });
      if (at == entry.path->masks.size()) continue;
      const Tradeoff found = tradeoff(evaluator_.try_mask(entry.path->masks[at], kRace));
      if (!best || found.loss < best->loss) best = found;
    }
  }

  /// Every mask that is tried lies on a path.
  std::pair<const Path*, std::size_t> place_of(const std::string& mask) const {
    for (const Path& path : paths_)
      for (std::size_t i = 0; i < path.masks.size(); ++i)
        if (path.masks[i] == mask) return {&path, i};
    fail("mask {} is on no path of the advisor", mask);
  }

  const AdviceRequest& request_;
  const std::vector<Limit>& limits_;
  Matrix covariance_;
  std::vector<Path> paths_;
  Evaluator evaluator_;
  std::map<const Path*, std::string> refused_;  // schemes that the table is not fit for, and why
};

/// The masks to confirm first: of the front of the race those within the limit, of least loss first, then those that lie
/// nearest to it. Behind the first the next stronger one: samples do not tell on which side of a limit a mask lies that is
/// close to it.
std::vector<std::string> shortlist(const Search& search, bool limited) {
  const std::vector<Point> raced = search.evaluator().raced();
  const std::vector<bool> on = front(tradeoffs(raced));
  std::vector<const Point*> order;
  for (std::size_t i = 0; i < raced.size(); ++i)
    if (on[i] && std::isfinite(raced[i].risk.value)) order.push_back(&raced[i]);
  const auto over = [&](const Point& point) { return limited && point.risk.value > 1; };
  std::stable_sort(order.begin(), order.end(), [&](const Point* a, const Point* b) {
    if (over(*a) != over(*b)) return over(*b);
    return over(*a) ? a->risk.value < b->risk.value : a->loss.value < b->loss.value;
  });
  std::vector<std::string> masks;
  const auto add = [&](const std::string& mask) {
    if (masks.size() < kConfirmed && std::find(masks.begin(), masks.end(), mask) == masks.end()) masks.push_back(mask);
  };
  for (const Point* point : order) {
    add(point->mask);
    if (!limited || masks.size() > 1) continue;
    if (const auto next = search.stronger(point->mask, 1)) add(*next);
  }
  return masks;
}

class Confirmer {
 public:
  Confirmer(const table::Table& originals, const AdviceRequest& request, const std::vector<Limit>& limits, const Search& search,
            const Auditor& auditor)
      : originals_(originals), request_(request), limits_(limits), search_(search), auditor_(auditor) {}

  /// Audits the masks on the whole table; when none of them keeps the limits, stronger ones of the same schemes.
  Result confirm(std::vector<std::string> masks) {
    Result whole;
    for (int round = 0; round < kRounds && !masks.empty(); ++round) {
      Result found = auditor_(originals_, audit_request(masks, round));
      const bool holds = std::any_of(found.masks.begin(), found.masks.end(), [&](const MaskResult& mask) {
        return std::none_of(limits_.begin(), limits_.end(), [&](const Limit& limit) { return check(limit, mask).exceeded; });
      });
      if (round == 0)
        whole = std::move(found);
      else
        std::move(found.masks.begin(), found.masks.end(), std::back_inserter(whole.masks));
      if (holds) break;
      masks = stronger(masks, std::size_t{1} << round);
    }
    return whole;
  }

 private:
  Request audit_request(const std::vector<std::string>& masks, int round) const {
    Request request;
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

  std::vector<std::string> stronger(const std::vector<std::string>& masks, std::size_t steps) const {
    std::vector<std::string> next;
    for (const std::string& mask : masks)
      if (const auto further = search_.stronger(mask, steps); further && next.size() < kFurther) next.push_back(*further);
    return next;
  }

  const table::Table& originals_;
  const AdviceRequest& request_;
  const std::vector<Limit>& limits_;
  const Search& search_;
  const Auditor& auditor_;
};

/// Puts what was confirmed in the place of what was tried on a sample.
std::vector<Point> all_points(std::vector<Point> raced, const Result& audit, const std::vector<Limit>& limits,
                              const std::vector<std::string>& counted, const Search& search) {
  for (const MaskResult& mask : audit.masks) {
    Point point = point_of(mask, limits, counted, audit.keys, true);
    point.confirmed = true;
    std::erase_if(raced, [&](const Point& other) { return other.mask == point.mask; });
    raced.push_back(std::move(point));
  }
  std::erase_if(raced, [](const Point& point) { return !std::isfinite(point.risk.value); });
  std::stable_sort(raced.begin(), raced.end(), [](const Point& a, const Point& b) { return a.risk.value < b.risk.value; });
  const std::vector<bool> on = front(tradeoffs(raced));
  for (std::size_t i = 0; i < raced.size(); ++i) {
    raced[i].front = on[i];
    raced[i].scheme = search.scheme_of(raced[i].mask);
  }
  return raced;
}

void choose(Advice& advice, bool limited) {
  std::vector<Tradeoff> confirmed = tradeoffs(advice.points);
  std::vector<bool> qualifies;
  for (std::size_t i = 0; i < advice.points.size(); ++i) {
    qualifies.push_back(advice.points[i].confirmed && advice.points[i].qualifies);
    if (!advice.points[i].confirmed) confirmed[i] = {std::nan(""), std::nan("")};
  }
  advice.choice = limited ? least_loss(confirmed, qualifies) : knee(confirmed);
  if (!advice.choice) advice.nearest = least_risk(confirmed);
}

}  // namespace

Advice advise(const table::Table& originals, const AdviceRequest& request, const Auditor& auditor) {
  Advice advice;
  advice.limits = request.limits;
  const std::vector<Limit> limits = searched_limits(request);
  const Seen seen = look_through(originals, request);
  advice.sample = seen.race.rows();
  Search search(request, limits, seen, auditor);
  advice.cut_short = !search.run();
  advice.tried = search.evaluator().tried();
  advice.notes = search.notes();
  advice.counted = search.evaluator().counted();
  const std::vector<Point> raced = search.evaluator().raced();
  require(!raced.empty(), "no mask could be tried with all attackers in {:g} seconds; allow more --seconds", request.seconds);
  Confirmer confirmer(originals, request, limits, search, auditor);
  advice.audit = confirmer.confirm(shortlist(search, !request.limits.empty()));
  advice.points = all_points(raced, advice.audit, limits, advice.counted, search);
  choose(advice, !request.limits.empty());
  return advice;
}

}  // namespace guise::audit
