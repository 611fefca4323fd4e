// SPDX-License-Identifier: Apache-2.0
#include "audit/score.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "measures/figure.h"

namespace guise::audit {
namespace {

// A guess that is a linear function of an attribute but for this share of the variance that is left without the release counts
// as recovered whatever its direction: only units and directions are open then, and one known person tells them.
constexpr double kNearlyLinear = 0.1;
// Guesses that leave less than this share of the variance once units are put right are equals: what is left is rounding.
constexpr double kEqual = 1e-9;

double known(double value) {
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
}

double or_zero(double value) {
  return std::isfinite(value) ? value : 0.0;
}

/// Both halves of a trial at the figures that criteria are about.
struct Judged {
  Figures choice, report;
  double exact = 0;  ///< records, both halves together, mean over the keys
};

double exact_records(const Trial& trial) {
  double count = 0;
  for (std::size_t key = 0; key < trial.by_key.size(); ++key)
    count += static_cast<double>(trial.by_key[key].exact() + trial.choice[key].exact());
  return count / static_cast<double>(trial.by_key.size());
}

double scored_records(const Trial& trial) {
  double count = 0;
  for (std::size_t key = 0; key < trial.by_key.size(); ++key)
    count += static_cast<double>(trial.by_key[key].records() + trial.choice[key].records());
  return count / static_cast<double>(trial.by_key.size());
}

/// The best of the guesses without the release at each figure, on both halves together: of this table it is a fact, not an
/// estimate.
Judged best_without(const AttackerResult& result) {
  Judged best;
  const auto mean = [](const Spread& one, const Spread& other) {
    const double value = (one.value + other.value) / 2;
    return Spread{value, value, value};
  };
  const auto better = [](Spread& had, const Spread& found) {
    if (!std::isfinite(had.value) || found.value > had.value) had = found;
  };
  for (const Trial& trial : result.without) {
    const Figures choice = figures_of(trial.choice, 1), report = figures_of(trial.by_key, 1);
    if (best.report.recovered.empty()) {
      best.report.recovered.resize(result.columns.size(), {measures::kNothing, 0, 0});
      best.report.close = best.report.recovered;
      best.report.whole = {measures::kNothing, 0, 0};
    }
    for (std::size_t j = 0; j < result.columns.size(); ++j) {
      better(best.report.recovered[j], mean(choice.recovered[j], report.recovered[j]));
      better(best.report.close[j], mean(choice.close[j], report.close[j]));
    }
    better(best.report.whole, mean(choice.whole, report.whole));
    best.exact = std::max(best.exact, exact_records(trial));
  }
  return best;
}

/// What the criteria of one attacker are held against.
struct Bar {
  Judged without;
  Thresholds thresholds;
  double family;

  Spread of(Risk risk, std::size_t column) const {
    const Figures& figures = without.report;
    if (figures.recovered.empty()) return {};
    if (risk == Risk::recovered) return figures.recovered[column];
    if (risk == Risk::close) return figures.close[column];
    return risk == Risk::whole ? figures.whole : Spread{};
  }
};

Spread figure_at(const Figures& figures, Risk risk, std::size_t column) {
  if (risk == Risk::recovered) return figures.recovered[column];
  if (risk == Risk::close) return figures.close[column];
  return risk == Risk::whole ? figures.whole : figures.exact;
}

/// A guess that is linear in an attribute but for directions recovers it whole, in units and directions that are open.
void count_directions(Figures& figures, const Comparisons& by_key, const Bar& bar) {
  std::vector<std::vector<measures::Value>> left(figures.recovered.size());
  for (const auto& comparison : by_key) {
    const measures::Figure figure = measures::find_measure("residual").compute(comparison);
    for (std::size_t j = 0; j < left.size(); ++j) left[j].push_back(figure.attributes[j][0]);
  }
  for (std::size_t j = 0; j < left.size(); ++j) {
    const Spread residual = spread(left[j], kPositive, bar.family);
    const double open = 1 - or_zero(bar.of(Risk::recovered, j).value);
    if (residual.high < kNearlyLinear * open) figures.recovered[j] = {1 - residual.value, 1 - residual.high, 1 - residual.low};
  }
}

/// One trial at one criterion, as chosen and as reported.
struct Held {
  double choice = measures::kNothing;  ///< excess on the half that is chosen by
  Criterion reported;
};

Held hold(const Trial& trial, const Judged& judged, Risk risk, std::size_t column, const Bar& bar) {
  Held held{.reported = {.risk = risk, .column = column, .attack = trial.attack}};
  Criterion& out = held.reported;
  if (risk == Risk::linked) {
    out.value = *trial.linked;
    out.excess = *trial.linked;
    held.choice = out.value.value;
    out.decision = decide(risk, out.excess, bar.thresholds);
    return held;
  }
  const Spread base = bar.of(risk, column);
  out.value = figure_at(judged.report, risk, column);
  out.baseline = or_zero(base.value);
  out.excess = excess(risk, out.value, out.baseline);
  held.choice = excess(risk, figure_at(judged.choice, risk, column), out.baseline).value;
  if (risk == Risk::exact) {
    const bool copies =
        std::isfinite(out.value.value) && more_than_luck(judged.exact, bar.without.exact, scored_records(trial));
    out.decision = copies ? Criterion::Decision::passes : Criterion::Decision::fails;
  } else {
    out.decision = decide(risk, out.excess, bar.thresholds);
    // A matrix drawn by luck is right about nobody in the mean: how far its hits scatter is no doubt about the release.
    if (trial.by_luck && out.decision == Criterion::Decision::undecided) out.decision = Criterion::Decision::fails;
  }
  return held;
}

/// All criteria that a trial can be held to.
std::vector<Held> hold_all(const Trial& trial, const Judged& judged, std::size_t columns, const Bar& bar) {
  std::vector<Held> all;
  for (std::size_t j = 0; j < columns; ++j) {
    all.push_back(hold(trial, judged, Risk::recovered, j, bar));
    all.push_back(hold(trial, judged, Risk::close, j, bar));
  }
  all.push_back(hold(trial, judged, Risk::whole, Criterion::kAll, bar));
  all.push_back(hold(trial, judged, Risk::exact, Criterion::kAll, bar));
  if (trial.linked) all.push_back(hold(trial, judged, Risk::linked, Criterion::kAll, bar));
  return all;
}

/// Met on both halves: the one that is reported counts with its interval.
bool meets(const Held& held, const Thresholds& thresholds) {
  if (held.reported.decision != Criterion::Decision::passes) return false;
  return held.reported.risk == Risk::exact || held.choice > thresholds.of(held.reported.risk);
}

/// Of a trial, on the half that attacks are chosen on: those that succeeded come first, then the smallest share that is left.
using Rank = std::tuple<int, double, double>;
constexpr Rank kUnranked{2, 0, 0};  // not assessed

struct Scored {
  Rank rank = kUnranked;
  std::vector<Held> held = {};
};

/// Share of the known people who are found, all keys together: each key hides them anew. The interval holds for the best of so
/// many attacks that look for them.
Spread found_share(const std::vector<Found>& found, double Found::*which, double attacks) {
  double hits = 0, people = 0;
  for (const Found& each : found) {
    hits += each.*which;
    people += each.people;
  }
  const measures::Value all = measures::exact_share(hits, people, attacks);
  return {all.value, all.low, all.high};
}

void add_found(Trial& trial, const AttackerResult& result) {
  if (trial.found.empty()) return;
  const auto attacks = static_cast<double>(
      std::count_if(result.trials.begin(), result.trials.end(), [](const Trial& each) { return !each.found.empty(); }));
  trial.linked = found_share(trial.found, &Found::linked, attacks);
  trial.grouped = found_share(trial.found, &Found::groups, attacks);
}

Scored score_one(Trial& trial, const AttackerResult& result, const Bar& bar) {
  if (trial.by_key.empty()) return {};
  add_found(trial, result);
  trial.nrmse = over_keys(trial.by_key, "nrmse", {}, {});
  trial.residual = over_keys(trial.by_key, "residual", {}, {});
  trial.calibrated = calibrated_over_keys(trial.by_key, {});
  Judged judged{figures_of(trial.choice, bar.family), figures_of(trial.by_key, bar.family), exact_records(trial)};
  count_directions(judged.choice, trial.choice, bar);
  count_directions(judged.report, trial.by_key, bar);
  Scored out;
  if (!trial.unaided) out.held = hold_all(trial, judged, result.columns.size(), bar);
  trial.status = Status::resisted;
  for (const Held& held : out.held) {
    if (meets(held, bar.thresholds)) trial.status = Status::succeeded;
    if (held.reported.decision == Criterion::Decision::undecided && trial.status == Status::resisted)
      trial.status = Status::undecided;
  }
  const bool shows = std::any_of(out.held.begin(), out.held.end(), [&](const Held& held) {
    return !trial.by_luck && held.reported.risk != Risk::exact && held.choice > bar.thresholds.of(held.reported.risk);
  });
  out.rank = {trial.status == Status::succeeded || shows ? 0 : 1,
              std::max(known(calibrated_over_keys(trial.choice, {}).value), kEqual),
              known(over_keys(trial.choice, "nrmse", {}, {}).value)};
  return out;
}

bool same_criterion(const Criterion& one, const Criterion& other) {
  return one.risk == other.risk && one.column == other.column;
}

/// Of every criterion the trial that is best at it on the half that is chosen by; one that meets it for certain comes first.
std::vector<Criterion> choose(const std::vector<Scored>& scored, const Thresholds& thresholds) {
  std::vector<Held> best;
  for (std::size_t trial = 0; trial < scored.size(); ++trial)
    for (Held held : scored[trial].held) {
      if (!std::isfinite(held.reported.value.value)) continue;
      held.reported.trial = trial;
      const auto had = std::find_if(best.begin(), best.end(),
                                    [&](const Held& each) { return same_criterion(each.reported, held.reported); });
      // Of equals the one that is known best: nobody of a hundred people tells more than nobody of ten.
      const auto rank = [&](const Held& each) {
        return std::tuple(meets(each, thresholds), each.choice, -each.reported.value.high);
      };
      if (had == best.end())
        best.push_back(std::move(held));
      else if (rank(held) > rank(*had))
        *had = std::move(held);
    }
  std::vector<Criterion> out;
  for (Held& held : best) out.push_back(std::move(held.reported));
  return out;
}

}  // namespace

std::string_view status_name(Status status) {
  constexpr std::string_view names[] = {"succeeded", "resisted", "undecided", "not assessed"};
  return names[static_cast<int>(status)];
}

bool same_attack(const Trial& one, const Trial& other) {
  return one.attack == other.attack && one.reading == other.reading;
}

Status AttackerResult::status() const {
  if (worst < 0) return Status::not_assessed;
  using enum Criterion::Decision;
  const auto any = [&](Criterion::Decision decision) {
    return std::any_of(criteria.begin(), criteria.end(), [&](const Criterion& each) { return each.decision == decision; });
  };
  return any(passes) ? Status::succeeded : any(undecided) ? Status::undecided : Status::resisted;
}

void score(AttackerResult& result, const Thresholds& thresholds, std::size_t parts) {
  // Two criteria for each column, three for people, at the best of everybody who is included.
  const double family = static_cast<double>((2 * result.columns.size() + 3) * (parts + 1));
  const Bar bar{best_without(result), thresholds, family};
  if (!result.without.empty())
    for (std::size_t j = 0; j < result.columns.size(); ++j)
      result.baseline[static_cast<Index>(j)] =
          std::sqrt(std::clamp(1 - or_zero(bar.without.report.recovered[j].value), 0.0, 1.0));
  std::vector<Scored> scored;
  std::vector<Trial> kept;
  for (Trial& trial : result.trials) {
    Scored one = score_one(trial, result, bar);
    const auto again = std::find_if(kept.begin(), kept.end(), [&](const Trial& each) { return same_attack(each, trial); });
    if (again == kept.end()) {
      kept.push_back(std::move(trial));
      scored.push_back(std::move(one));
    } else if (Scored& had = scored[static_cast<std::size_t>(again - kept.begin())]; one.rank < had.rank) {
      *again = std::move(trial);
      had = std::move(one);
    }
  }
  result.trials = std::move(kept);
  const auto least = std::min_element(scored.begin(), scored.end(),
                                      [](const Scored& one, const Scored& other) { return one.rank < other.rank; });
  result.worst = least == scored.end() || least->rank == kUnranked ? -1 : static_cast<int>(least - scored.begin());
  result.criteria = choose(scored, thresholds);
}

void take_over(AttackerResult& result, const AttackerResult& part, const Thresholds& thresholds) {
  const auto place_of = [&](const Trial& trial) {
    const auto found =
        std::find_if(result.trials.begin(), result.trials.end(), [&](const Trial& each) { return same_attack(each, trial); });
    return static_cast<std::size_t>(found - result.trials.begin());
  };
  for (const Criterion& theirs : part.criteria) {
    const std::string& column = theirs.column == Criterion::kAll ? std::string() : part.columns[theirs.column];
    const auto found = std::find(result.columns.begin(), result.columns.end(), column);
    if (theirs.column != Criterion::kAll && found == result.columns.end()) continue;
    const std::size_t at =
        theirs.column == Criterion::kAll ? theirs.column : static_cast<std::size_t>(found - result.columns.begin());
    for (Criterion& own : result.criteria) {
      if (own.risk != theirs.risk || own.column != at || !(theirs.value.value > own.value.value)) continue;
      const std::size_t trial = place_of(part.trials[theirs.trial]);
      if (trial == result.trials.size()) continue;
      const double base = own.baseline;
      own.value = theirs.value;
      own.attack = theirs.attack;
      own.trial = trial;
      own.excess = excess(own.risk, own.value, base);
      if (own.risk != Risk::exact) own.decision = std::max(own.decision, decide(own.risk, own.excess, thresholds));
    }
  }
  if (part.worst < 0 || part.columns != result.columns) return;
  const Trial& theirs = part.trials[static_cast<std::size_t>(part.worst)];
  const std::size_t place = place_of(theirs);
  if (result.worst >= 0 && !(theirs.calibrated.value < result.trials[static_cast<std::size_t>(result.worst)].calibrated.value))
    return;
  if (place == result.trials.size()) return;
  Trial& own = result.trials[place];
  const auto [linked, grouped, found] = std::tuple(own.linked, own.grouped, own.found);
  own = theirs;
  own.linked = linked;  // whom it finds are the records that the attacker itself looks for
  own.grouped = grouped;
  own.found = found;
  result.worst = static_cast<int>(place);
}

}  // namespace guise::audit
