// SPDX-License-Identifier: Apache-2.0
#include "audit/risks.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace guise::audit {
namespace {

RiskLevel level_of(Criterion::Decision decision, double excess, const Thresholds& thresholds) {
  switch (decision) {
    case Criterion::Decision::passes:
      return excess >= thresholds.severe ? RiskLevel::high : RiskLevel::some;
    case Criterion::Decision::undecided:
      return RiskLevel::undecided;
    case Criterion::Decision::fails:
      return RiskLevel::low;
  }
  return RiskLevel::low;
}

Danger danger_of(Risk risk) {
  switch (risk) {
    case Risk::recovered:
    case Risk::close:
      return Danger::inference;
    case Risk::whole:
    case Risk::exact:
      return Danger::singling_out;  // a record with every value known is that of one person
    case Risk::linked:
      return Danger::linkability;
  }
  return Danger::inference;
}

/// Of equals, as where everything is recovered, close entries: they are in the column's own units.
bool worse(const RecipientRisk& one, const RecipientRisk& other) {
  const auto rank = [](const RecipientRisk& risk) {
    return std::tuple(risk.level, std::round(1e6 * risk.excess), risk.figure == "close");
  };
  return rank(one) > rank(other);
}

using Three = std::array<RecipientRisk, kDangers>;

void take(Three& all, Danger danger, RecipientRisk risk) {
  RecipientRisk& had = all[static_cast<std::size_t>(danger)];
  if (!had.attacker || worse(risk, had)) had = std::move(risk);
}

void take_criteria(Three& all, const AttackerResult& attacker, const Thresholds& thresholds) {
  for (const Criterion& each : attacker.criteria) {
    if (!std::isfinite(each.value.value)) continue;
    take(all, danger_of(each.risk),
         {.level = level_of(each, thresholds),
          .attacker = &attacker,
          .figure = std::string(risk_name(each.risk)),
          .column = each.column == Criterion::kAll ? "" : attacker.columns[each.column],
          .attack = each.attack,
          .value = each.value,
          .baseline = each.baseline,
          .excess = each.excess.value});
  }
}

double rate(const measures::Tally& tally) {
  return tally.attacks > 0 ? static_cast<double>(tally.successes) / static_cast<double>(tally.attacks) : 0;
}

/// As audit/criteria.h decides: an excess that hardly shows is no doubt, however wide its interval.
Criterion::Decision decide_counted(const Spread& excess, const Thresholds& thresholds) {
  const auto decision = decide(Risk::linked, excess, thresholds);
  const bool shows = excess.value > thresholds.shows * thresholds.linked;
  return decision == Criterion::Decision::undecided && !shows ? Criterion::Decision::fails : decision;
}

/// What a closer look counted: attacks on released people, beside the same on people who are not in the release.
void take_look(Three& all, const AttackerResult& attacker, const Thresholds& thresholds) {
  if (!attacker.look) return;
  for (const measures::NamedRisk& each : attacker.look->risks) {
    const bool singles = each.name == "singling out", links = each.name == "linkability";
    const measures::Risk& risk = each.risk;
    if ((!singles && !links) || risk.status == measures::RiskStatus::not_assessed || !std::isfinite(risk.risk.value)) continue;
    const Spread excess{risk.risk.value, risk.risk.low, risk.risk.high};
    const bool works = risk.status != measures::RiskStatus::no_better_than_guessing;
    const auto decision = works ? decide_counted(excess, thresholds) : Criterion::Decision::fails;
    const double baseline = std::max(rate(risk.control), rate(risk.baseline)), open = 1 - rate(risk.control);
    const double value = rate(risk.attack);
    take(all, singles ? Danger::singling_out : Danger::linkability,
         {.level = level_of(decision, excess.value, thresholds),
          .attacker = &attacker,
          .figure = std::string(each.name),
          .attack = attacker.look->attack,
          .value = {value, value - (excess.value - excess.low) * open, value + (excess.high - excess.value) * open},
          .baseline = baseline,
          .excess = excess.value});
  }
}

Three risks_of(const AttackerResult& attacker, const Thresholds& thresholds) {
  Three all;
  take_criteria(all, attacker, thresholds);
  take_look(all, attacker, thresholds);
  return all;
}

const RecipientRisk& worst_of(const Three& all) {
  return *std::max_element(all.begin(), all.end(),
                           [](const RecipientRisk& one, const RecipientRisk& other) { return worse(other, one); });
}

}  // namespace

std::string_view danger_name(Danger danger) {
  constexpr std::string_view names[] = {"inference", "linkability", "singling out"};
  return names[static_cast<int>(danger)];
}

std::string_view level_name(RiskLevel level) {
  constexpr std::string_view names[] = {"not assessed", "low", "undecided", "some", "high"};
  return names[static_cast<int>(level)];
}

RiskLevel level_of(const Criterion& criterion, const Thresholds& thresholds) {
  return level_of(criterion.decision, criterion.excess.value, thresholds);
}

std::string_view recipient_name(Recipient recipient) {
  constexpr std::string_view names[] = {"anyone", "prior knowledge", "partner", "key thief"};
  return names[static_cast<int>(recipient)];
}

const RecipientRisk& RecipientRisks::worst() const {
  return worst_of(of);
}

RecipientRisk worst_risk(const AttackerResult& attacker, const Thresholds& thresholds) {
  Three all;
  take_criteria(all, attacker, thresholds);  // what its outcome rests on
  return worst_of(all);
}

std::vector<RecipientRisks> risks_by_recipient(const MaskResult& mask, const Thresholds& thresholds) {
  std::vector<RecipientRisks> out;
  for (const Recipient recipient : {Recipient::anyone, Recipient::knowing, Recipient::partner, Recipient::thief}) {
    RecipientRisks row{.recipient = recipient, .attackers = {}};
    for (const AttackerResult& attacker : mask.attackers) {
      if (attacker.attacker.kind->recipient() != recipient) continue;
      row.attackers.push_back(attacker.attacker.text());
      const Three own = risks_of(attacker, thresholds);
      for (std::size_t i = 0; i < kDangers; ++i)
        if (own[i].attacker) take(row.of, static_cast<Danger>(i), own[i]);
    }
    if (!row.attackers.empty()) out.push_back(std::move(row));
  }
  return out;
}

}  // namespace guise::audit
