// SPDX-License-Identifier: Apache-2.0
// A comparison as JSON: every figure pooled, its interval under "ci", the same per attribute under "by_attribute".
#include <cmath>
#include <nlohmann/json.hpp>

#include "measures/measure.h"

namespace guise::measures {
namespace {

using nlohmann::json;

json number(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

/// Puts one figure: a number, or an object over its keys; likewise its interval where it has one.
void put(json& out, const std::string& name, const std::vector<std::string>& keys, const std::vector<Value>& values) {
  const auto ends = [](const Value& value) { return json{number(value.low), number(value.high)}; };
  const auto has_interval = [](const Value& value) { return !std::isnan(value.low) && !std::isnan(value.high); };
  if (keys.empty()) {
    out[name] = number(values[0].value);
    if (has_interval(values[0])) out["ci"][name] = ends(values[0]);
    return;
  }
  for (std::size_t key = 0; key < keys.size(); ++key) {
    out[name][keys[key]] = number(values[key].value);
    if (has_interval(values[key])) out["ci"][name][keys[key]] = ends(values[key]);
  }
}

}  // namespace

json to_json(const Comparison& comparison, const std::vector<std::string>& columns) {
  json out{{"records", comparison.records()},
           {"attributes", columns.size()},
           {"ci", json::object()},
           {"by_attribute", json::object()}};
  for (const std::string& column : columns) out["by_attribute"][column]["ci"] = json::object();
  for (const Measure* measure : all_measures()) {
    const std::string name(measure->name);
    const Figure figure = measure->compute(comparison);
    put(out, name, figure.keys, figure.pooled);
    for (std::size_t j = 0; j < figure.attributes.size(); ++j)
      put(out["by_attribute"][columns[j]], name, figure.keys, figure.attributes[j]);
  }
  return out;
}

}  // namespace guise::measures
