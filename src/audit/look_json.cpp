// SPDX-License-Identifier: Apache-2.0
#include "audit/look_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "measures/figure.h"

namespace guise::audit {
namespace {

using nlohmann::json;

// Share in millionths: enough for a picture, a third of the bytes.
double rounded(double share) {
  return std::round(share * 1e6) / 1e6;
}

json errors_json(const ErrorShares& errors) {
  json shares = json::array();
  for (const double share : errors.shares) shares.push_back(rounded(share));
  return {{"edges", errors.edges}, {"shares", std::move(shares)}, {"beyond", rounded(errors.beyond)}};
}

json agreement_json(const AgreementCells& agreement) {
  json counts = json::array();
  for (Index i = 0; i < agreement.counts.rows(); ++i) {
    json row = json::array();
    for (Index j = 0; j < agreement.counts.cols(); ++j) row.push_back(std::lround(agreement.counts(i, j)));
    counts.push_back(std::move(row));
  }
  return {{"edges", agreement.edges}, {"counts", std::move(counts)}};
}

json attribute_json(const AttributeLook& attribute) {
  json out{{"errors", errors_json(attribute.errors)},
           {"agreement", agreement_json(attribute.agreement)},
           {"interval",
            {{"noise", number(attribute.interval.noise)},
             {"posterior", number(attribute.interval.posterior)},
             {"measured", number(attribute.interval.measured)}}}};
  for (Index i = 0; i < attribute.points.rows(); ++i)
    out["points"].push_back({number(attribute.points(i, 0)), number(attribute.points(i, 1))});
  out["information"] = value_json(attribute.information);
  out["privacy_loss"] = value_json(attribute.privacy_loss);
  return out;
}

json tally_json(const measures::Tally& tally) {
  return value_json(measures::share(tally.successes, tally.attacks));
}

json risk_json(const measures::NamedRisk& each) {
  json out{{"name", each.name},
           {"summary", each.summary},
           {"attacks", each.risk.attack.attacks},
           {"status", measures::risk_status_name(each.risk.status)}};
  if (!each.risk.reason.empty()) out["reason"] = each.risk.reason;
  if (each.risk.status == measures::RiskStatus::not_assessed) return out;
  out["attack"] = tally_json(each.risk.attack);
  out["control"] = tally_json(each.risk.control);
  out["baseline"] = tally_json(each.risk.baseline);
  out["risk"] = value_json(each.risk.risk);
  return out;
}

/// The columns of the calibration and the properties stay out: what a reader needs is how often, and whether to believe it.
json breaches_json(const measures::Breaches& breaches) {
  return {{"records", value_json(breaches.records)}, {"right", value_json(breaches.right)}};
}

}  // namespace

json number(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

json spread_json(const Spread& spread) {
  return {{"value", number(spread.value)}, {"ci", {number(spread.low), number(spread.high)}}};
}

json value_json(const measures::Value& value) {
  return spread_json({value.value, value.low, value.high});
}

json look_json(const Look& look, const std::vector<std::string>& columns) {
  json attributes = json::object(), exposed = json::array();
  for (const AttributeLook& each : look.attributes) attributes[columns[each.attribute]] = attribute_json(each);
  for (const Exposed& each : look.exposed)
    exposed.push_back({{"record", each.record}, {"gain", each.gain}, {"error", each.error}});
  json risks = json::array();
  for (const measures::NamedRisk& each : look.risks) risks.push_back(risk_json(each));
  return {{"attack", look.attack},
          {"sample", look.sample},
          {"by_attribute", std::move(attributes)},
          {"exposed", std::move(exposed)},
          {"exposed_of_all", look.exposed_of_all},
          {"risks", std::move(risks)},
          {"breaches", look.breaches ? breaches_json(*look.breaches) : json(nullptr)}};
}

}  // namespace guise::audit
