// SPDX-License-Identifier: Apache-2.0
#include "audit/grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "audit/score.h"
#include "base/names.h"

namespace guise::audit {
namespace {

/// Whether anything was tried on the release itself.
bool tried(const AttackerResult& result) {
  return std::any_of(result.trials.begin(), result.trials.end(),
                     [](const Trial& trial) { return !trial.by_key.empty() && !trial.unaided; });
}

/// The criterion that an attack met by most, of these attackers; nullptr when none was met.
struct Breach {
  const AttackerResult* attacker = nullptr;
  const Criterion* criterion = nullptr;
};

/// An attacker with a register of all originals learns no value of these columns: that comes last.
Breach worst_breach(const std::vector<const AttackerResult*>& attackers) {
  Breach worst;
  const auto rank = [](const AttackerResult& result, const Criterion& criterion) {
    return std::pair(!result.attacker.kind->everyone, criterion.excess.value);
  };
  for (const AttackerResult* result : attackers)
    for (const Criterion& each : result->criteria)
      if (each.decision == Criterion::Decision::passes &&
          (!worst.criterion || rank(*result, each) > rank(*worst.attacker, *worst.criterion)))
        worst = {result, &each};
  return worst;
}

// Of all columns together, of what was open: from here on it is nearly everything.
constexpr double kNearlyAll = 0.9;

/// Of what that leaves open, the share that the worst attack recovers: columns that were predictable anyway are no breach.
double pooled_excess(const AttackerResult& result) {
  const double recovered = 1 - worst_trial(result)->calibrated.value;
  return excess(Risk::recovered, {recovered, recovered, recovered}, explained_without(result)).value;
}

std::pair<Grade, std::string> success(const std::vector<const AttackerResult*>& attackers, const Thresholds& thresholds) {
  const auto [attacker, met] = worst_breach(attackers);
  double pooled = 0;
  for (const AttackerResult* each : attackers)
    if (each->status() == Status::succeeded) pooled = std::max(pooled, pooled_excess(*each));
  if (pooled >= kNearlyAll) return {Grade::do_not_publish, "DO NOT PUBLISH: nearly all values can be recovered"};
  if (pooled >= thresholds.severe) return {Grade::do_not_publish, "DO NOT PUBLISH: most values can be recovered"};
  if (attacker->attacker.kind->everyone) return {Grade::leaks, "LEAKS: a register of all originals identifies people"};
  const bool severe = met->excess.value >= thresholds.severe;
  const std::string_view grade = severe ? "DO NOT PUBLISH" : "LEAKS";
  const Grade value = severe ? Grade::do_not_publish : Grade::leaks;
  switch (met->risk) {
    case Risk::recovered:
    case Risk::close:
      return {value,
              fmt::format("{}: {} of `{}` can be recovered", grade, severe ? "most" : "part", attacker->columns[met->column])};
    case Risk::whole:
      return {value, fmt::format("{}: whole records can be recovered", grade)};
    case Risk::exact:
      return {Grade::do_not_publish, "DO NOT PUBLISH: some records are released unmasked"};
    case Risk::linked:
      return {value, fmt::format("{}: known people can be identified", grade)};
  }
  return {value, std::string(grade)};
}

}  // namespace

std::string_view grade_name(Grade grade) {
  constexpr std::string_view names[] = {"do not publish", "leaks", "resists", "undecided", "not assessed", "too few records"};
  return names[static_cast<int>(grade)];
}

const Trial* worst_trial(const AttackerResult& result) {
  return result.worst < 0 ? nullptr : &result.trials[static_cast<std::size_t>(result.worst)];
}

std::vector<const AttackerResult*> graded(const MaskResult& mask) {
  std::vector<const AttackerResult*> without_key, partners;
  for (const AttackerResult& result : mask.attackers) {
    const Recipient recipient = result.attacker.kind->recipient();
    if (recipient < Recipient::partner) without_key.push_back(&result);
    if (recipient == Recipient::partner) partners.push_back(&result);
  }
  return without_key.empty() ? partners : without_key;
}

const AttackerResult* strongest(const std::vector<const AttackerResult*>& attackers) {
  const AttackerResult* best = nullptr;
  for (const AttackerResult* result : attackers) {
    if (!tried(*result)) continue;
    const auto rank = [](const AttackerResult& r) {
      return std::pair(r.status() != Status::succeeded, worst_trial(r)->calibrated.value);
    };
    if (!best || rank(*result) < rank(*best)) best = result;
  }
  return best;
}

double explained_without(const AttackerResult& result) {
  return result.baseline.size() == 0
             ? 0
             : std::max(0.0, 1 - result.baseline.squaredNorm() / static_cast<double>(result.baseline.size()));
}

bool identifiers_unmasked(const Result& audit) {
  return audit.identified && *audit.identified >= audit.thresholds.identified;
}

std::pair<Grade, std::string> grade_of(const MaskResult& mask, const Result& audit) {
  const std::vector<const AttackerResult*> attackers = graded(mask);
  const auto assessed = static_cast<std::size_t>(
      std::count_if(attackers.begin(), attackers.end(), [](const AttackerResult* result) { return tried(*result); }));
  if (assessed == 0 && audit.given && audit.given->untold())
    return {Grade::not_assessed, "NOT ASSESSED: no method here could match rows to originals"};
  if (attackers.empty() && !mask.attackers.empty()) return {Grade::not_assessed, "NOT ASSESSED: only a key thief was tried"};
  if (assessed == 0 && audit.partial) return {Grade::not_assessed, "NOT ASSESSED: the audit ended before any attack was tried"};
  if (assessed == 0) return {Grade::not_assessed, "NOT ASSESSED: no available attack applies to this release"};
  const auto any = [&](Status status) {
    return std::any_of(attackers.begin(), attackers.end(), [&](const AttackerResult* r) { return r->status() == status; });
  };
  if (any(Status::succeeded)) return success(attackers, audit.thresholds);
  const AttackerResult& best = *strongest(attackers);
  const std::int64_t records = worst_trial(best)->by_key.front().records();
  if (const double needed = audit.thresholds.records; static_cast<double>(records) < needed)
    return {Grade::too_few_records,
            fmt::format("TOO FEW RECORDS to judge: {} were compared, {:g} are needed", records, needed)};
  if (identifiers_unmasked(audit)) return {Grade::leaks, "LEAKS: the unmasked columns identify people"};
  if (audit.partial) return {Grade::not_assessed, "NOT ASSESSED: the audit ended before all attacks were tried"};
  if (!audit.left_out.empty())
    return {Grade::not_assessed, fmt::format("NOT ASSESSED: {} would take too long at this effort", enumerate(audit.left_out))};
  if (any(Status::undecided)) return {Grade::undecided, "UNDECIDED: the intervals are too wide to call it safe"};
  const std::size_t untried = attackers.size() - assessed;
  if (untried > assessed)
    return {Grade::not_assessed,
            fmt::format("NOT ASSESSED for {} of {} attackers; the others did not succeed", untried, attackers.size())};
  return {Grade::resists, "RESISTS the attacks tried"};
}

}  // namespace guise::audit
