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
  for (const auto& [truth, guess] : attribute.points) out["points"].push_back({truth, guess});
  return out;
}

}  // namespace

json number(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

json spread_json(const Spread& spread) {
  return {{"value", number(spread.value)}, {"ci", {number(spread.low), number(spread.high)}}};
}

json look_json(const Look& look, const std::vector<std::string>& columns) {
  json attributes = json::object(), exposed = json::array();
  for (std::size_t j = 0; j < columns.size(); ++j) attributes[columns[j]] = attribute_json(look.attributes[j]);
  for (const Exposed& each : look.exposed)
    exposed.push_back({{"record", each.record}, {"gain", each.gain}, {"error", each.error}});
  return {{"attack", look.attack},
          {"sample", look.sample},
          {"by_attribute", std::move(attributes)},
          {"exposed", std::move(exposed)},
          {"risks", json::array()}};
}

}  // namespace guise::audit
