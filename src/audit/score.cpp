// SPDX-License-Identifier: Apache-2.0
#include "audit/score.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "audit/judged.h"
#include "measures/figure.h"

namespace guise::audit {
namespace {

// Guesses that leave less than this share of the variance once units are put right are equals: what is left is rounding.
constexpr double kEqual = 1e-9;

double known(double value) {
  return std::isnan(value) ? std::numeric_limits<double>::infinity() : value;
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
  Scored out;
  if (!trial.unaided) out.held = hold_all(trial, result.columns.size(), bar);
  trial.status = Status::resisted;
  for (const Held& held : out.held) {
    if (meets(held, bar.thresholds)) trial.status = Status::succeeded;
    if (held.reported.decision == Criterion::Decision::undecided && trial.status == Status::resisted)
      trial.status = Status::undecided;
  }
  const bool shows = std::any_of(out.held.begin(), out.held.end(), [&](const Held& held) {
    return !trial.by_luck && held.reported.risk != Risk::exact &&
           held.choice > threshold_of(bar.thresholds, held.reported.risk);
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
      result.baseline[static_cast<Index>(j)] = std::sqrt(std::clamp(bar.left_open(j), 0.0, 1.0));
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

}  // namespace guise::audit
