// SPDX-License-Identifier: Apache-2.0
#include "audit/group_inference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "audit/criteria.h"

namespace guise::audit {
namespace {

// Columns in clear that predict less than this share of a column's variance are not spoken of.
constexpr double kShows = 0.05;

/// Guesses without the release that look at no column: those that are not among the attacker's own.
bool is_constant(const Trial& without, const AttackerResult& result) {
  return std::none_of(result.trials.begin(), result.trials.end(),
                      [&](const Trial& trial) { return trial.unaided && trial.attack == without.attack; });
}

double of(const Figures& figures, const Criterion& criterion) {
  switch (criterion.risk) {
    case Risk::recovered:
      return figures.recovered[criterion.column].value;
    case Risk::close:
      return figures.close[criterion.column].value;
    case Risk::whole:
      return figures.whole.value;
    case Risk::exact:
      return figures.exact.value;
    case Risk::linked:
      return 0;
  }
  return 0;
}

int percent(double share) {
  return static_cast<int>(std::lround(100 * share));
}

}  // namespace

std::vector<GroupInference> group_inference(const AttackerResult& result) {
  std::vector<std::pair<Figures, Figures>> constants;  // on both halves of the records
  for (const Trial& trial : result.without)
    if (is_constant(trial, result)) constants.emplace_back(figures_of(trial.choice, 1), figures_of(trial.by_key, 1));
  std::vector<GroupInference> out;
  for (const Criterion& criterion : result.criteria) {
    double constant = 0;
    for (const auto& [choice, report] : constants)
      if (const double value = (of(choice, criterion) + of(report, criterion)) / 2; std::isfinite(value))
        constant = std::max(constant, value);
    out.push_back({constant, criterion.value.value - constant, criterion.gain()});
  }
  return out;
}

std::string group_inference_sentence(const AttackerResult& result) {
  const std::vector<GroupInference> all = group_inference(result);
  std::size_t most = all.size();
  const auto by_groups = [&](std::size_t i) { return result.criteria[i].baseline - all[i].constant; };
  for (std::size_t i = 0; i < all.size(); ++i)
    if (result.criteria[i].risk == Risk::recovered && by_groups(i) > kShows && all[i].over_constant > kShows &&
        (most == all.size() || by_groups(i) > by_groups(most)))
      most = i;
  if (most == all.size()) return "";
  const Criterion& criterion = result.criteria[most];
  return fmt::format(
      "Of `{}`, {} % is recovered. The known and unmasked columns predict {} % without the release, so the gain is {} %.",
      result.columns[criterion.column], percent(criterion.value.value), percent(criterion.baseline), percent(all[most].gain));
}

}  // namespace guise::audit
