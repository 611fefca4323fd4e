// SPDX-License-Identifier: Apache-2.0
#include "audit/score.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

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

std::size_t key_position(const measures::Figure& figure, std::string_view key) {
  const auto found = std::find(figure.keys.begin(), figure.keys.end(), key);
  return key.empty() ? 0 : static_cast<std::size_t>(found - figure.keys.begin());
}

/// 1 - corr^2 where the guess rises with the truth, 1 + corr^2 where it falls: 1 on average for directions hit by luck.
measures::Figure calibrated_figure(const measures::Comparison& comparison) {
  return measures::averaged(comparison, [&](std::size_t j) {
    const measures::Value left = measures::unexplained(comparison, j);
    return measures::correlation(comparison, j) >= 0 ? left : measures::Value{2 - left.value, 2 - left.high, 2 - left.low};
  });
}

bool beats_the_mean_somewhere(const AttackerResult& result, const Trial& trial, const measures::Comparison& mean) {
  const measures::Figure within = measures::find_measure("within").compute(mean);
  const std::size_t key = key_position(within, kTolerance);
  for (std::size_t j = 0; j < result.columns.size(); ++j) {
    const double base = within.attributes[j][key].high, low = of_attribute(trial, "within", j, kTolerance).low;
    if (base < 1 && (low - base) / (1 - base) > kExcess) return true;
  }
  return false;
}

Status status_of(const AttackerResult& result, const Trial& trial, const measures::Comparison& mean) {
  if (trial.linked && trial.linked->low > kExcess) return Status::succeeded;
  const double baseline = result.baseline.array().square().mean();  // of the variance, without the release
  if (square(trial.nrmse.high) < square(kSuccess) * baseline) return Status::succeeded;
  if (trial.calibrated.high < square(kSuccess) * baseline) return Status::succeeded;
  if (trial.residual.high < kNearlyLinear * baseline) return Status::succeeded;
  // What `attributes` knows of the records predicts entries too: there only the error is compared with the same knowledge.
  if (result.attacker.known.empty() && beats_the_mean_somewhere(result, trial, mean)) return Status::succeeded;
  return Status::resisted;
}

}  // namespace

std::string_view status_name(Status status) {
  constexpr std::string_view names[] = {"succeeded", "resisted", "not assessed"};
  return names[static_cast<int>(status)];
}

Spread spread(const std::vector<measures::Value>& by_key) {
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
  return {mean, mean - half, mean + half};
}

Spread pooled(const Trial& trial, std::string_view name, std::string_view key) {
  std::vector<measures::Value> values;
  for (const auto& comparison : trial.by_key) {
    const measures::Figure figure = measures::find_measure(name).compute(comparison);
    values.push_back(figure.pooled[key_position(figure, key)]);
  }
  return spread(values);
}

Spread of_attribute(const Trial& trial, std::string_view name, std::size_t attribute, std::string_view key) {
  std::vector<measures::Value> values;
  for (const auto& comparison : trial.by_key) {
    const measures::Figure figure = measures::find_measure(name).compute(comparison);
    values.push_back(figure.attributes[attribute][key_position(figure, key)]);
  }
  return spread(values);
}

Spread calibrated(const Trial& trial, std::optional<std::size_t> attribute) {
  std::vector<measures::Value> values;
  for (const auto& comparison : trial.by_key) {
    const measures::Figure figure = calibrated_figure(comparison);
    values.push_back(attribute ? figure.attributes[*attribute][0] : figure.pooled[0]);
  }
  return spread(values);
}

void score(AttackerResult& result, const measures::Comparison& mean) {
  for (std::size_t t = 0; t < result.trials.size(); ++t) {
    Trial& trial = result.trials[t];
    if (trial.by_key.empty()) continue;
    trial.nrmse = pooled(trial, "nrmse");
    trial.residual = pooled(trial, "residual");
    trial.calibrated = calibrated(trial);
    if (!trial.linked_by_key.empty()) trial.linked = spread(trial.linked_by_key);
    trial.status = status_of(result, trial, mean);
    const auto rank = [](const Trial& each) { return std::pair(each.status != Status::succeeded, each.calibrated.value); };
    if (result.worst < 0 || rank(trial) < rank(result.trials[static_cast<std::size_t>(result.worst)]))
      result.worst = static_cast<int>(t);
  }
}

}  // namespace guise::audit
