// SPDX-License-Identifier: Apache-2.0
// A figure computed from a comparison of truth and guess: per attribute, pooled, with 95 % intervals.
#pragma once
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measures/comparison.h"

namespace guise::measures {

inline constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();  ///< null in JSON

struct Value {
  double value = kNothing;
  double low = kNothing, high = kNothing;  ///< 95 % interval, where there is one
};

/// A figure may be a family over tolerances (within, recovery): then `keys` names them ("0.1") and values run over them.
struct Figure {
  std::vector<std::string> keys;               ///< empty for a plain figure
  std::vector<Value> pooled;                   ///< one per key, or one
  std::vector<std::vector<Value>> attributes;  ///< [attribute][key]; empty when it has no meaning per attribute
};

struct Measure {
  std::string_view name, summary, paper;
  bool headline = false;  ///< in the default table
  Figure (*compute)(const Comparison&);
};

std::span<const Measure* const> all_measures();
const Measure& find_measure(std::string_view name);

/// {"records":…, "attributes":…, "rmse":…, "within":{"0.1":…}, "ci":{"rmse":[low,high]}, "by_attribute":{"age":{…}}}
nlohmann::json to_json(const Comparison&, const std::vector<std::string>& columns);

}  // namespace guise::measures
