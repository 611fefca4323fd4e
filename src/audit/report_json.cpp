// SPDX-License-Identifier: Apache-2.0
// audit.json. The contract is schema/audit.schema.json: change both together and raise the format.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "audit/audit.h"
#include "audit/group_inference.h"
#include "audit/look_json.h"
#include "audit/report_html.h"
#include "audit/score.h"
#include "audit/verdict.h"
#include "measures/measure.h"

namespace guise::audit {
namespace {

using nlohmann::json;

/// Puts one figure over the keys; `values` picks those of one column, or the pooled ones, from the figure of a key.
template <typename Values>
void put(json& out, const std::string& name, const std::vector<measures::Figure>& by_key, const Values& values) {
  const auto over_keys = [&](std::size_t key) {
    std::vector<measures::Value> each;
    for (const measures::Figure& figure : by_key) each.push_back(values(figure)[key]);
    return spread(each, kPositive);
  };
  const std::vector<std::string>& keys = by_key[0].keys;
  for (std::size_t key = 0; key < keys.size(); ++key) out[name][keys[key]] = number(over_keys(key).value);
  if (!keys.empty()) return;
  const Spread value = over_keys(0);
  out[name] = number(value.value);
  if (std::isfinite(value.low)) out["ci"][name] = {number(value.low), number(value.high)};
}

/// {"nrmse": 0.3, "within": {"0.1": 0.2}, "ci": {"nrmse": [0.29, 0.31]}}, and the same under "by_attribute".
json figures(const Trial& trial, const std::vector<std::string>& columns) {
  json out{{"ci", json::object()}};
  for (const std::string& column : columns) out["by_attribute"][column]["ci"] = json::object();
  for (const measures::Measure* measure : measures::all_measures()) {
    const std::string name(measure->name);
    std::vector<measures::Figure> by_key;
    for (const measures::Comparison& comparison : trial.by_key) by_key.push_back(measure->compute(comparison));
    put(out, name, by_key, [](const measures::Figure& figure) { return figure.pooled; });
    for (std::size_t j = 0; j < by_key[0].attributes.size(); ++j)
      put(out["by_attribute"][columns[j]], name, by_key, [&](const measures::Figure& figure) { return figure.attributes[j]; });
  }
  return out;
}

std::int64_t people_of(const Trial& trial) {
  double people = 0;
  for (const Found& each : trial.found) people += each.people;
  return std::max<std::int64_t>(1, std::llround(people));
}

json trial_json(const Trial& trial, const AttackerResult& result) {
  json out{{"attack", trial.attack}, {"outcome", status_name(trial.status)}};
  if (!trial.reading.empty()) out["reading"] = trial.reading;
  if (!trial.reason.empty()) out["reason"] = trial.reason;
  if (!trial.notes.empty()) out["notes"] = trial.notes;
  if (trial.by_key.empty()) return out;
  out["records"] = trial.by_key[0].records();
  out["attributes"] = result.columns.size();
  out["keys"] = trial.by_key.size();
  if (trial.linked) out["linked"] = spread_json(*trial.linked);
  if (trial.linked) out["linked_of"] = people_of(trial);
  if (trial.grouped && trial.grouped->value > trial.linked->value) out["linked_groups"] = spread_json(*trial.grouped);
  out["calibrated"] = spread_json(trial.calibrated);
  out.update(figures(trial, result.columns));
  for (std::size_t j = 0; j < result.columns.size(); ++j)
    out["by_attribute"][result.columns[j]]["calibrated"] = spread_json(calibrated(trial, j));
  return out;
}

json criterion_json(const Criterion& criterion, const GroupInference& beside, const std::vector<std::string>& columns,
                    const Thresholds& thresholds) {
  constexpr std::string_view decisions[] = {"fails", "undecided", "passes"};
  return {{"risk", risk_name(criterion.risk)},
          {"column", criterion.column == Criterion::kAll ? json(nullptr) : json(columns[criterion.column])},
          {"attack", criterion.attack},
          {"value", number(criterion.value.value)},
          {"ci", {number(criterion.value.low), number(criterion.value.high)}},
          {"baseline", number(criterion.baseline)},
          {"constant", number(beside.constant)},
          {"group_inference", number(beside.over_constant)},
          {"gain", number(beside.gain)},
          {"excess", number(criterion.excess.value)},
          {"decision", decisions[static_cast<int>(criterion.decision)]},
          {"level", level_name(level_of(criterion, thresholds))}};
}

json attacker_json(const AttackerResult& result, const Thresholds& thresholds) {
  json out{{"attacker", result.attacker.text()},
           {"summary", result.attacker.kind->summary},
           {"known", result.attacker.known_texts()},
           {"known_records", result.attacker.count},
           {"outcome", status_name(result.status())}};
  out["worst"] = result.worst < 0 ? json(nullptr) : json(result.trials[static_cast<std::size_t>(result.worst)].attack);
  for (std::size_t j = 0; j < result.columns.size(); ++j)
    out["baseline_nrmse"][result.columns[j]] = number(result.baseline[static_cast<Index>(j)]);
  out["criteria"] = json::array();
  const std::vector<GroupInference> beside = group_inference(result);
  for (std::size_t i = 0; i < beside.size(); ++i)
    out["criteria"].push_back(criterion_json(result.criteria[i], beside[i], result.columns, thresholds));
  out["look"] = result.look ? look_json(*result.look, result.columns) : json(nullptr);
  out["attacks"] = json::array();
  for (const Trial& trial : result.trials) out["attacks"].push_back(trial_json(trial, result));
  return out;
}

json certificate_json(const release::Certificate& certificate, const std::optional<MeasuredPrivacy>& measured) {
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
  if (measured) out["measured"] = {{"epsilon", measured->epsilon}, {"delta", measured->delta}, {"draws", measured->draws}};
  return out;
}

json utility_json(const Utility& figure) {
  json out{{"name", figure.name},
           {"summary", figure.summary},
           {"value", spread_json(figure.value)},
           {"ceiling", number(figure.ceiling)},
           {"floor", number(figure.floor)},
           {"kept", number(figure.kept())}};
  if (!figure.note.empty()) out["note"] = figure.note;
  return out;
}

json risk_json(const RecipientRisk& risk) {
  if (!risk.attacker) return {{"level", level_name(risk.level)}};
  return {{"level", level_name(risk.level)},
          {"attacker", risk.attacker->attacker.text()},
          {"attack", risk.attack},
          {"figure", risk.figure},
          {"column", risk.column.empty() ? json(nullptr) : json(risk.column)},
          {"value", number(risk.value.value)},
          {"ci", {number(risk.value.low), number(risk.value.high)}},
          {"baseline", number(risk.baseline)},
          {"gain", number(risk.gain())}};
}

json verdict_json(const MaskResult& mask, const Result& result) {
  const Verdict said = verdict_of(mask, result);
  json risks = json::array();
  for (const RecipientRisks& row : said.risks) {
    json one{{"recipient", recipient_name(row.recipient)}, {"attackers", row.attackers}};
    for (const Danger danger : {Danger::inference, Danger::linkability, Danger::singling_out}) {
      std::string name(danger_name(danger));
      std::replace(name.begin(), name.end(), ' ', '_');
      one[name] = risk_json(row.of[static_cast<std::size_t>(danger)]);
    }
    risks.push_back(std::move(one));
  }
  return {{"grade", grade_name(said.grade)},
          {"headline", said.headline},
          {"next", said.next},
          {"sentences", said.sentences},
          {"risks", std::move(risks)}};
}

json curves_json(const std::vector<Curve>& curves) {
  json out = json::array();
  for (const Curve& curve : curves) {
    json points = json::array();
    for (const CurvePoint& point : curve.points)
      points.push_back({{"count", point.count},
                        {"attack", point.attack.empty() ? json(nullptr) : json(point.attack)},
                        {"gets", spread_json(point.gets)},
                        {"outcome", status_name(point.status)}});
    out.push_back({{"known", curve.known}, {"points", std::move(points)}});
  }
  return out;
}

json spectrum_json(const std::optional<Spectrum>& spectrum) {
  if (!spectrum) return nullptr;
  json out{{"release", spectrum->release},
           {"originals", spectrum->originals},
           {"noise", nullptr},
           {"in_noise_units", spectrum->in_noise_units}};
  if (spectrum->noise) out["noise"] = {spectrum->noise->low, spectrum->noise->high};
  return out;
}

json mask_json(const MaskResult& mask, const Result& result) {
  json attackers = json::array();
  for (const AttackerResult& attacker : mask.attackers) attackers.push_back(attacker_json(attacker, result.thresholds));
  json utility = json::array();
  for (const Utility& figure : mask.utility) utility.push_back(utility_json(figure));
  return {{"mask", mask.mask},
          {"keys", mask.keys},
          {"notes", mask.notes},
          {"warnings", mask.warnings},
          {"certificate", certificate_json(mask.certificate, mask.measured)},
          {"verdict", verdict_json(mask, result)},
          {"attackers", std::move(attackers)},
          {"curves", curves_json(mask.curves)},
          {"spectrum", spectrum_json(mask.spectrum)},
          {"information_bound", mask.information_bound ? number(*mask.information_bound) : json(nullptr)},
          {"utility", std::move(utility)}};
}

json input_json(const Provenance::File& file) {
  return {{"file", file.name}, {"bytes", file.bytes ? json(*file.bytes) : json(nullptr)}};
}

json release_json(const Provenance::File& file) {
  json out = input_json(file);
  out["blake2b"] = file.digest.empty() ? json(nullptr) : json(file.digest);
  return out;
}

json provenance_json(const Provenance& provenance, const Result& result) {
  json libraries = json::object();
  for (const auto& [name, version] : provenance.libraries) libraries[name] = version;
  return {{"guise", provenance.guise},
          {"libraries", std::move(libraries)},
          {"command", provenance.command},
          {"input", input_json(provenance.input)},
          {"released", provenance.released ? release_json(*provenance.released) : json(nullptr)},
          {"finished", provenance.finished},
          {"seconds", provenance.seconds},
          {"attack_seconds", result.attack_seconds}};
}

json given_json(const std::optional<Given>& given) {
  if (!given) return nullptr;
  json out{
      {"file", given->file}, {"mask", given->mask.empty() ? json(nullptr) : json(given->mask)}, {"aligned", given->aligned}};
  out["put_back"] = nullptr;
  if (const std::optional<PutBack>& how = given->put_back)
    out["put_back"] = {{"originals", how->originals},
                       {"released", how->released},
                       {"placed", how->placed},
                       {"told_apart", how->told},
                       {"certainty", how->certainty},
                       {"by_claim", how->by_claim},
                       {"method", how->method.empty() ? json(nullptr) : json(how->method)},
                       {"equal", how->equal}};
  return out;
}

}  // namespace

json to_json(const Result& result) {
  json out{{"guise_audit", kAuditFormat},
           {"table", result.table},
           {"records", result.records},
           {"held_out", result.held_out},
           {"columns", result.columns},
           {"keys", result.keys},
           {"effort", effort_name(result.effort)},
           {"partial", result.partial},
           {"warnings", result.warnings},
           {"released", given_json(result.given)},
           {"limits", json::array()},
           {"frontier", nullptr},
           {"provenance", provenance_json(result.provenance, result)},
           {"thresholds", thresholds_json(result.thresholds)},
           {"baseline", measures::to_json(result.mean[0], result.columns)}};
  out["masks"] = json::array();
  for (const MaskResult& mask : result.masks) out["masks"].push_back(mask_json(mask, result));
  return out;
}

}  // namespace guise::audit
