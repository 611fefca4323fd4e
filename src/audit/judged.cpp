// SPDX-License-Identifier: Apache-2.0
#include "audit/judged.h"

#include <algorithm>
#include <cmath>

#include "audit/score.h"
#include "measures/figure.h"

namespace guise::audit {
namespace {

// A guess that is a linear function of an attribute but for this share of the variance that is left without the release counts
// as recovered whatever its direction: only units and directions are open then, and one known person tells them.
constexpr double kNearlyLinear = 0.1;

// Shares of a column's variance and of its entries from which on the difference of two of them has a normal law.
constexpr double kLeastRecovered = 0.1, kLeastShare = 0.03;
constexpr std::size_t kCloseKey = 1;  // of measures::kWithin: 0.1, as in criteria.cpp

double or_zero(double value) {
  return std::isfinite(value) ? value : 0.0;
}

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

Spread figure_at(const Figures& figures, Risk risk, std::size_t column) {
  if (risk == Risk::recovered) return figures.recovered[column];
  if (risk == Risk::close) return figures.close[column];
  return risk == Risk::whole ? figures.whole : figures.exact;
}

/// The same of the best guess without the release: none where nothing can be guessed without it. Exact records are counted.
Spread without_at(const Figures& figures, Risk risk, std::size_t column) {
  return figures.recovered.empty() || risk == Risk::exact ? Spread{} : figure_at(figures, risk, column);
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
    if (residual.high < kNearlyLinear * bar.left_open(j))
      figures.recovered[j] = {1 - residual.value, 1 - residual.high, 1 - residual.low};
  }
}

measures::Estimate estimate_at(const measures::Comparison& comparison, Risk risk, std::size_t column) {
  if (risk == Risk::close)
    return measures::counted_share(
        comparison, column, [](const measures::GroupSums& sums, std::size_t key) { return sums.within[key]; }, kCloseKey);
  const measures::Estimate r = measures::correlation(comparison, column);
  return measures::function_of(r, r.value * std::abs(r.value), 2 * std::abs(r.value));
}

/// What an attack has beyond the baseline, with one key: both are wrong about the same records, so that what these have of
/// their own cancels in the difference. Nothing where one of them is right by chance only: shares of few hits have no normal
/// law.
std::optional<Spread> paired_gain(const Trial& trial, Risk risk, std::size_t column, const Bar& bar, double family) {
  if (trial.by_key.size() != 1 || (risk != Risk::recovered && risk != Risk::close)) return {};
  const auto& by = risk == Risk::close ? bar.without.close_by : bar.without.recovered_by;
  if (column >= by.size() || !by[column] || by[column]->records() != trial.by_key.front().records()) return {};
  const measures::Estimate base = estimate_at(*by[column], risk, column);
  measures::Estimate gain = estimate_at(trial.by_key.front(), risk, column);
  const double least = risk == Risk::close ? kLeastShare : kLeastRecovered;
  if (!(base.value > least) || !(gain.value > least)) return {};
  gain.value -= base.value;
  for (std::size_t group = 0; group < gain.pull.size(); ++group) gain.pull[group] -= base.pull[group];
  const double half = measures::half_width(gain, trial.by_key.front().records());
  return spread({{gain.value, gain.value - half, gain.value + half}}, {}, family);
}

/// The excess whose interval holds with 95 % by itself, or together with `family` others.
Spread excess_of(const Trial& trial, const Figures& figures, Risk risk, std::size_t column, const Bar& bar, double family) {
  const Spread value = figure_at(figures, risk, column);
  const double baseline = or_zero(bar.of(risk, column).value);
  if (const std::optional<Spread> gain = paired_gain(trial, risk, column, bar, family))
    return excess(risk, {value.value, baseline + gain->low, baseline + gain->high}, baseline);
  return excess(risk, value, baseline);
}

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
  out.excess = excess_of(trial, judged.report, risk, column, bar, bar.family);
  held.choice = excess(risk, figure_at(judged.choice, risk, column), or_zero(bar.of_choice(risk, column).value)).value;
  if (risk == Risk::exact) {
    const bool copies =
        std::isfinite(out.value.value) && more_than_luck(judged.exact, bar.without.exact, scored_records(trial));
    out.decision = copies ? Criterion::Decision::passes : Criterion::Decision::fails;
  } else {
    out.decision = decide(risk, out.excess, bar.thresholds);
    if (out.decision == Criterion::Decision::undecided &&
        excess_of(trial, judged.alone, risk, column, bar, 1).high <= threshold_of(bar.thresholds, risk))
      out.decision = Criterion::Decision::fails;
    // A matrix drawn by luck is right about nobody in the mean: how far its hits scatter is no doubt about the release.
    if (trial.by_luck && out.decision == Criterion::Decision::undecided) out.decision = Criterion::Decision::fails;
  }
  return held;
}

}  // namespace

Spread Bar::of(Risk risk, std::size_t column) const {
  return without_at(without.report, risk, column);
}

Spread Bar::of_choice(Risk risk, std::size_t column) const {
  return without_at(without.choice, risk, column);
}

double Bar::left_open(std::size_t column) const {
  return 1 - or_zero(of(Risk::recovered, column).value);
}

Judged best_without(const AttackerResult& result) {
  Judged best;
  const Spread none{measures::kNothing, 0, 0};
  if (!result.without.empty())
    for (Figures* half : {&best.choice, &best.report}) {
      half->recovered.assign(result.columns.size(), none);
      half->close = half->recovered;
      half->whole = none;
    }
  const bool one_key =
      std::all_of(result.trials.begin(), result.trials.end(), [](const Trial& trial) { return trial.by_key.size() <= 1; });
  const auto better = [&](Spread& choice, Spread& report, const Spread& other_choice, const Spread& other_report) {
    const double had = choice.value + report.value, found = other_choice.value + other_report.value;
    if (std::isfinite(had) && !(found > had)) return false;
    const double first = one_key ? other_choice.value : found / 2, second = one_key ? other_report.value : found / 2;
    choice = {first, first, first};
    report = {second, second, second};
    return one_key;
  };
  best.recovered_by.resize(result.columns.size());
  best.close_by.resize(result.columns.size());
  for (const Trial& trial : result.without) {
    const Figures choice = figures_of(trial.choice, 1), report = figures_of(trial.by_key, 1);
    for (std::size_t j = 0; j < result.columns.size(); ++j) {
      if (better(best.choice.recovered[j], best.report.recovered[j], choice.recovered[j], report.recovered[j]))
        best.recovered_by[j] = trial.by_key.front();
      if (better(best.choice.close[j], best.report.close[j], choice.close[j], report.close[j]))
        best.close_by[j] = trial.by_key.front();
    }
    better(best.choice.whole, best.report.whole, choice.whole, report.whole);
    best.exact = std::max(best.exact, exact_records(trial));
  }
  return best;
}

std::vector<Held> hold_all(const Trial& trial, std::size_t columns, const Bar& bar) {
  Judged judged{figures_of(trial.choice, bar.family), figures_of(trial.by_key, bar.family), figures_of(trial.by_key, 1),
                exact_records(trial)};
  count_directions(judged.choice, trial.choice, bar);
  count_directions(judged.report, trial.by_key, bar);
  count_directions(judged.alone, trial.by_key, bar);
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

bool meets(const Held& held, const Thresholds& thresholds) {
  if (held.reported.decision != Criterion::Decision::passes) return false;
  return held.reported.risk == Risk::exact || held.choice > threshold_of(thresholds, held.reported.risk);
}

}  // namespace guise::audit
