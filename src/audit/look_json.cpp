// SPDX-License-Identifier: Apache-2.0
#include "audit/look_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

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

/// A share without an interval, because Wilson's takes cases for independent and would hold 70 of 100.
json share_json(double share) {
  return value_json({.value = share});
}

/// Attacks on the same people depend on each other, and chance that is worked out has no interval. That of the risk allows for
/// it.
json rate_json(const measures::Tally& tally) {
  return share_json(static_cast<double>(tally.successes) / static_cast<double>(tally.attacks));
}

json risk_json(const measures::NamedRisk& each) {
  json out{{"name", each.name},
           {"summary", each.summary},
           {"attacks", each.risk.attack.attacks},
           {"status", measures::risk_status_name(each.risk.status)}};
  if (!each.risk.reason.empty()) out["reason"] = each.risk.reason;
  if (each.risk.status == measures::RiskStatus::not_assessed) return out;
  out["attack"] = rate_json(each.risk.attack);
  out["control"] = rate_json(each.risk.control);
  out["baseline"] = rate_json(each.risk.baseline);
  out["risk"] = value_json(each.risk.risk);
  return out;
}

/// The columns of the calibration and the properties stay out: what a reader needs is how often, and whether to believe it. All
/// records share the posterior's spread, which was learnt from this one release.
json breaches_json(const measures::Breaches& breaches) {
  return {{"records", share_json(breaches.records.value)}, {"right", share_json(breaches.right.value)}};
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
    exposed.push_back({{"record", each.record + 1}, {"gain", each.gain}, {"error", each.error}});
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
