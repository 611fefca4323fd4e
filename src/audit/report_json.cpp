// SPDX-License-Identifier: Apache-2.0
// audit.json. The contract is schema/audit.schema.json: change both together and raise the format.
#include <cmath>
#include <nlohmann/json.hpp>

#include "audit/audit.h"
#include "audit/score.h"
#include "measures/measure.h"

namespace guise::audit {
namespace {

using nlohmann::json;

json number(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

/// {"nrmse": 0.3, "within": {"0.1": 0.2}, "ci": {"nrmse": [0.29, 0.31]}} of one column (or pooled) over the keys.
json figures(const Trial& trial, const std::size_t* attribute) {
  json out, intervals = json::object();
  for (const measures::Measure* measure : measures::all_measures()) {
    const std::string name(measure->name);
    const measures::Figure shape = measure->compute(trial.by_key[0]);
    if (attribute && shape.attributes.empty()) continue;
    const auto get = [&](std::string_view key) {
      return attribute ? of_attribute(trial, name, *attribute, key) : pooled(trial, name, key);
    };
    if (shape.keys.empty()) {
      const Spread value = get({});
      out[name] = number(value.value);
      if (std::isfinite(value.low)) intervals[name] = {number(value.low), number(value.high)};
      continue;
    }
    for (const std::string& key : shape.keys) out[name][key] = number(get(key).value);
  }
  out["ci"] = std::move(intervals);
  return out;
}

json trial_json(const Trial& trial, const AttackerResult& result) {
  json out{{"attack", trial.attack}, {"outcome", status_name(trial.status)}};
  if (!trial.reason.empty()) out["reason"] = trial.reason;
  if (!trial.notes.empty()) out["notes"] = trial.notes;
  if (trial.by_key.empty()) return out;
  out["records"] = trial.by_key[0].records();
  out["attributes"] = result.columns.size();
  out["keys"] = trial.by_key.size();
  if (trial.linked) out["linked"] = {{"value", trial.linked->value}, {"ci", {trial.linked->low, trial.linked->high}}};
  out["calibrated"] = {{"value", number(trial.calibrated.value)},
                       {"ci", {number(trial.calibrated.low), number(trial.calibrated.high)}}};
  out.update(figures(trial, nullptr));
  for (std::size_t j = 0; j < result.columns.size(); ++j) out["by_attribute"][result.columns[j]] = figures(trial, &j);
  return out;
}

json attacker_json(const AttackerResult& result) {
  json out{{"attacker", result.attacker.text()},
           {"summary", result.attacker.kind->summary},
           {"known", result.attacker.known},
           {"known_records", result.attacker.count},
           {"outcome", status_name(result.status())}};
  out["worst"] = result.worst < 0 ? json(nullptr) : json(result.trials[static_cast<std::size_t>(result.worst)].attack);
  for (std::size_t j = 0; j < result.columns.size(); ++j)
    out["baseline_nrmse"][result.columns[j]] = number(result.baseline[static_cast<Index>(j)]);
  out["attacks"] = json::array();
  for (const Trial& trial : result.trials) out["attacks"].push_back(trial_json(trial, result));
  return out;
}

json certificate_json(const release::Certificate& certificate) {
  json out{{"guarantee", release::guarantee_name(certificate.kind)},
           {"text", certificate.sentence},
           {"reasons", certificate.reasons}};
  if (!certificate.holds()) return out;
  const std::optional<double> epsilon = release::certified_epsilon(certificate, release::kStatedDelta);
  out["unit"] = certificate.unit;
  if (certificate.mu) out["mu"] = number(*certificate.mu);
  out["epsilon"] = epsilon ? number(*epsilon) : json(nullptr);
  out["delta"] = certificate.kind == release::Guarantee::laplace ? certificate.extra_delta : release::kStatedDelta;
  out["exact"] = certificate.extra_delta == 0;
  return out;
}

json utility_json(const Utility& figure) {
  json out{{"name", figure.name},
           {"summary", figure.summary},
           {"value", {{"value", number(figure.value.value)}, {"ci", {number(figure.value.low), number(figure.value.high)}}}},
           {"ceiling", number(figure.ceiling)},
           {"floor", number(figure.floor)},
           {"kept", number(figure.kept())}};
  if (!figure.note.empty()) out["note"] = figure.note;
  return out;
}

}  // namespace

json to_json(const Result& result) {
  json out{{"guise_audit", 1},
           {"table", result.table},
           {"records", result.records},
           {"held_out", result.held_out},
           {"columns", result.columns},
           {"keys", result.keys},
           {"warnings", result.warnings},
           {"baseline", measures::to_json(result.mean[0], result.columns)}};
  out["masks"] = json::array();
  for (const MaskResult& mask : result.masks) {
    json attackers = json::array();
    for (const AttackerResult& attacker : mask.attackers) attackers.push_back(attacker_json(attacker));
    json utility = json::array();
    for (const Utility& figure : mask.utility) utility.push_back(utility_json(figure));
    out["masks"].push_back({{"mask", mask.mask},
                            {"notes", mask.notes},
                            {"certificate", certificate_json(mask.certificate)},
                            {"utility", std::move(utility)},
                            {"attackers", std::move(attackers)}});
  }
  return out;
}

}  // namespace guise::audit
