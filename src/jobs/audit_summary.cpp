// SPDX-License-Identifier: Apache-2.0
#include "jobs/audit_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace guise::jobs {
namespace {

using nlohmann::json;

/// These fields, as far as they are there.
json picked(const json& object, const std::vector<std::string>& names) {
  json out = json::object();
  for (const std::string& name : names)
    if (object.contains(name)) out[name] = object[name];
  return out;
}

/// Figures move by more than this from key to key; audit.json has all digits.
json rounded(const json& value) {
  if (value.is_number_float()) return json::parse(fmt::format("{:.5g}", value.get<double>()));
  if (!value.is_structured()) return value;
  json out = value;
  for (json& each : out) each = rounded(each);
  return out;
}

constexpr double kTold = 0.01;  // of the time of the longest attack: shorter ones are not worth a line

/// The times that matter, to the millisecond.
json longest(const json& seconds) {
  double most = 0;
  for (const json& each : seconds) most = std::max(most, each.get<double>());
  json out = json::object();
  for (const auto& [attack, each] : seconds.items())
    if (each.get<double>() >= kTold * most) out[attack] = std::ceil(1000 * each.get<double>()) / 1000;
  return out;
}

/// Pooled figures of the worst attack; null where nothing could be assessed.
json worst_of(const json& attacker) {
  for (const json& attack : attacker["attacks"]) {
    if (attack["attack"] != attacker["worst"] || !attack.contains("records")) continue;
    json out = picked(attack, {"attack", "reading", "outcome", "records", "linked", "linked_of", "linked_groups", "calibrated",
                               "nrmse", "residual"});
    for (const char* family : {"within", "recovery"}) out[family] = picked(attack[family], {"0.1"});
    out["ci"] = picked(attack["ci"], {"nrmse", "residual"});
    return rounded(out);
  }
  return nullptr;
}

/// Of every kind of risk the criterion by which the release adds most.
json risks_of(const json& attacker) {
  const auto gain = [](const json& criterion) { return criterion["gain"].is_number() ? criterion["gain"].get<double>() : -1; };
  json out = json::array();
  for (const json& criterion : attacker["criteria"]) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const json& each) { return each["risk"] == criterion["risk"]; });
    if (same == out.end())
      out.push_back(criterion);
    else if (gain(criterion) > gain(*same))
      *same = criterion;
  }
  for (json& each : out)
    each = rounded(picked(each, {"risk", "column", "attack", "value", "ci", "baseline", "gain", "decision"}));
  return out;
}

json attacker_summary(const json& attacker) {
  json out = picked(attacker, {"attacker", "known", "known_records", "outcome"});
  out["risks"] = risks_of(attacker);
  out["worst"] = worst_of(attacker);
  std::size_t assessed = 0;
  for (const json& attack : attacker["attacks"]) assessed += attack["outcome"] == "not assessed" ? 0 : 1;
  out["attacks_assessed"] = assessed;
  out["attacks_not_assessed"] = attacker["attacks"].size() - assessed;
  return out;
}

/// Of each risk the figure; which attack it was stands with the attackers.
json verdict_summary(const json& verdict) {
  json out = rounded(verdict);
  for (json& row : out["risks"]) {
    row.erase("attackers");
    for (json& risk : row)
      if (risk.is_object()) risk = picked(risk, {"level", "value", "baseline"});
  }
  return out;
}

json mask_summary(const json& mask) {
  json out = picked(mask, {"mask", "keys", "notes", "warnings", "certificate"});
  out["verdict"] = verdict_summary(mask["verdict"]);
  out["attackers"] = json::array();
  for (const json& attacker : mask["attackers"]) out["attackers"].push_back(attacker_summary(attacker));
  out["utility"] = json::object();
  for (const json& figure : mask["utility"]) out["utility"][figure["name"].get<std::string>()] = rounded(figure["kept"]);
  return out;
}

/// What was chosen, and by how much it stays below the limits; the points themselves are for a closer look.
json frontier_summary(const json& frontier) {
  if (frontier.is_null()) return nullptr;
  json out = frontier;
  const std::size_t points = frontier["points"].size();
  out["points"] = json::array();
  for (const char* which : {"choice", "nearest"})
    if (frontier.contains(which) && !frontier[which].is_null()) {
      out[which] = out["points"].size();
      out["points"].push_back(frontier["points"][frontier[which].get<std::size_t>()]);
    }
  out["points_in_full"] = points;
  return out;
}

}  // namespace

json audit_summary(const json& document) {
  json out = picked(document, {"table", "records", "held_out", "columns", "keys", "effort", "partial", "seed", "warnings",
                               "released", "limits", "thresholds", "provenance"});
  if (auto told = out.find("provenance"); told != out.end() && told->is_object() && told->contains("attack_seconds"))
    (*told)["attack_seconds"] = longest((*told)["attack_seconds"]);
  out["guise_audit_summary"] = 1;
  out["masks"] = json::array();
  for (const json& mask : document["masks"]) out["masks"].push_back(mask_summary(mask));
  out["frontier"] = frontier_summary(document["frontier"]);
  return out;
}

}  // namespace guise::jobs
