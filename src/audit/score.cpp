// SPDX-License-Identifier: Apache-2.0
#include "audit/score.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <tuple>

#include "measures/figure.h"

namespace guise::audit {
namespace {

// An attack has succeeded when it leaves less than this share of the error that the same knowledge leaves without the release,
// as it is or once the units of each attribute are put right …
constexpr double kSuccess = 0.9;
// … or when its guess is a linear function of the attributes but for this share of the variance that is left without the
// release: then only units and directions are open, and one known person tells them …
constexpr double kNearlyLinear = 0.1;
// … or when it puts this much of the entries that guessing the mean misses within a tenth of a standard deviation, for some
// attribute, or finds this share of the people it knows in the release. (Any significant excess would do for the design; with
// ten million records an excess of 0.01 % is significant and means nothing.)
constexpr double kExcess = 0.05;
constexpr std::string_view kTolerance = "0.1";
// Guesses that leave less than this share of the variance once units are put right are equals: what is left is rounding.
constexpr double kRounding = 1e-9;

std::size_t key_position(const measures::Figure& figure, std::string_view key) {
  const auto found = std::find(figure.keys.begin(), figure.keys.end(), key);
  return key.empty() ? 0 : static_cast<std::size_t>(found - figure.keys.begin());
}

/// 1 - corr^2 where the guess rises with the truth, 1 + corr^2 where it falls: 1 on average for directions hit by luck. The
/// ends of an attribute's interval are those of its correlation, which may have the other sign: else the interval of a guess
/// without any relation would end at 1 at best.
measures::Figure calibrated_figure(const measures::Comparison& comparison) {
  const auto left = [](double r) { return 1 - r * std::abs(r); };
  return measures::averaged(
      comparison, {},
      {.one =
           [&](std::size_t j, std::size_t) {
             const measures::Value r = measures::correlation_interval(comparison, j);
             return measures::Value{left(r.value), left(r.high), left(r.low)};
           },
       .estimate =
           [&](std::size_t j, std::size_t) {
             const measures::Estimate r = measures::correlation(comparison, j);
             return measures::function_of(r, left(r.value), -2 * std::abs(r.value));
           },
       .pooled = [&](const measures::Estimate& mean, std::size_t) { return measures::positive(mean, comparison.records()); }});
}

using Comparisons = std::vector<measures::Comparison>;

/// The figure `name` over the keys: pooled, or of one attribute.
Spread over_keys(const Comparisons& by_key, std::string_view name, std::optional<std::size_t> attribute, std::string_view key) {
  std::vector<measures::Value> values;
  for (const auto& comparison : by_key) {
    const measures::Figure figure = measures::find_measure(name).compute(comparison);
    values.push_back((attribute ? figure.attributes[*attribute] : figure.pooled)[key_position(figure, key)]);
  }
  return spread(values, kPositive);
}

Spread calibrated_over_keys(const Comparisons& by_key, std::optional<std::size_t> attribute) {
  std::vector<measures::Value> values;
  for (const auto& comparison : by_key) {
    const measures::Figure figure = calibrated_figure(comparison);
    values.push_back(attribute ? figure.attributes[*attribute][0] : figure.pooled[0]);
  }
  return spread(values, kPositive);
}

bool beats_the_mean_somewhere(const Comparisons& by_key, const measures::Comparison& mean) {
  const measures::Measure& within = measures::find_measure("within");
  const measures::Figure of_mean = within.compute(mean);
  const std::size_t key = key_position(of_mean, kTolerance);
  std::vector<std::vector<measures::Value>> shares(of_mean.attributes.size());  // of every attribute, over the keys
  for (const auto& comparison : by_key) {
    const measures::Figure figure = within.compute(comparison);
    for (std::size_t j = 0; j < figure.attributes.size(); ++j) shares[j].push_back(figure.attributes[j][key]);
  }
  for (std::size_t j = 0; j < shares.size(); ++j) {
    const double base = of_mean.attributes[j][key].high, low = spread(shares[j], kShare).low;
    if (base < 1 && (low - base) / (1 - base) > kExcess) return true;
  }
  return false;
}

/// What a trial's guesses are worth on some of the records.
struct Assessed {
  Spread nrmse, residual, calibrated;
  Status status = Status::resisted;
};

Assessed assess(const AttackerResult& result, const Comparisons& by_key, const std::optional<Spread>& linked,
                const measures::Comparison& mean) {
  Assessed out{.nrmse = over_keys(by_key, "nrmse", {}, {}),
               .residual = over_keys(by_key, "residual", {}, {}),
               .calibrated = calibrated_over_keys(by_key, {})};
  const double baseline = result.baseline.array().square().mean();  // of the variance, without the release
  const bool found = linked && linked->low > kExcess, near = square(out.nrmse.high) < square(kSuccess) * baseline,
             in_other_units = out.calibrated.high < square(kSuccess) * baseline,
             but_for_directions = out.residual.high < kNearlyLinear * baseline;
  // What `attributes` knows of the records predicts entries too: there only the error is compared with the same knowledge.
  if (found || near || in_other_units || but_for_directions ||
      (result.attacker.known.empty() && beats_the_mean_somewhere(by_key, mean)))
    out.status = Status::succeeded;
  return out;
}

/// Of an attack, on the half that attacks are chosen on: those that succeeded come first, then the smallest share that is left.
using Rank = std::tuple<int, double, double>;
constexpr Rank kUnranked{2, 0, 0};  // not assessed

Rank score_one(Trial& trial, const AttackerResult& result, const measures::Comparison& mean,
               const measures::Comparison& mean_of_choice) {
  if (trial.by_key.empty()) return kUnranked;
  if (!trial.linked_by_key.empty()) trial.linked = spread(trial.linked_by_key, kShare);
  const Assessed reported = assess(result, trial.by_key, trial.linked, mean),
                 chosen_by = assess(result, trial.choice, trial.linked, mean_of_choice);
  trial.nrmse = reported.nrmse;
  trial.residual = reported.residual;
  trial.calibrated = reported.calibrated;
  trial.status = reported.status;
  const auto known = [](double value) { return std::isnan(value) ? std::numeric_limits<double>::infinity() : value; };
  return {chosen_by.status == Status::succeeded ? 0 : 1, std::max(known(chosen_by.calibrated.value), kRounding),
          known(chosen_by.nrmse.value)};
}

}  // namespace

std::string_view status_name(Status status) {
  constexpr std::string_view names[] = {"succeeded", "resisted", "not assessed"};
  return names[static_cast<int>(status)];
}

Spread spread(const std::vector<measures::Value>& by_key, const Range& range) {
  std::vector<measures::Value> values;
  for (const measures::Value& value : by_key)
    if (std::isfinite(value.value)) values.push_back(value);
  if (values.empty()) return {measures::kNothing, measures::kNothing, measures::kNothing};
  if (values.size() == 1) return {values[0].value, values[0].low, values[0].high};
  const auto count = static_cast<double>(values.size());
  double mean = 0, squares = 0;
  for (const auto& value : values) mean += value.value / count;
  for (const auto& value : values) squares += square(value.value - mean);
  const double quantile = boost::math::quantile(boost::math::students_t(count - 1), 0.975);
  const double half = quantile * std::sqrt(squares / (count - 1) / count);
  return {mean, std::max(range.least, mean - half), std::min(range.most, mean + half)};
}

Spread pooled(const Trial& trial, std::string_view name, std::string_view key) {
  return over_keys(trial.by_key, name, {}, key);
}

Spread of_attribute(const Trial& trial, std::string_view name, std::size_t attribute, std::string_view key) {
  return over_keys(trial.by_key, name, attribute, key);
}

Spread calibrated(const Trial& trial, std::optional<std::size_t> attribute) {
  return calibrated_over_keys(trial.by_key, attribute);
}

bool attacked(const AttackerResult& result) {
  return std::any_of(result.trials.begin(), result.trials.end(),
                     [](const Trial& trial) { return !trial.by_key.empty() && trial.attack != kWithoutRelease; });
}

bool same_attack(const Trial& one, const Trial& other) {
  return one.attack == other.attack && one.reading == other.reading;
}

void score(AttackerResult& result, const measures::Comparison& mean, const measures::Comparison& mean_of_choice) {
  std::vector<Rank> ranks;
  std::vector<Trial> kept;
  for (Trial& trial : result.trials) {
    const Rank rank = score_one(trial, result, mean, mean_of_choice);
    const auto again = std::find_if(kept.begin(), kept.end(), [&](const Trial& each) { return same_attack(each, trial); });
    if (again == kept.end()) {
      kept.push_back(std::move(trial));
      ranks.push_back(rank);
    } else if (Rank& had = ranks[static_cast<std::size_t>(again - kept.begin())]; rank < had) {
      *again = std::move(trial);
      had = rank;
    }
  }
  result.trials = std::move(kept);
  const auto least = std::min_element(ranks.begin(), ranks.end());
  result.worst = least == ranks.end() || *least == kUnranked ? -1 : static_cast<int>(least - ranks.begin());
}

}  // namespace guise::audit
