// SPDX-License-Identifier: Apache-2.0
// Known people are looked for in a release, in the metric that was asked for or in the one that fits.
#pragma once
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "attacks/sighting.h"

namespace guise::attacks {

/// A link sure enough to guess by: no rival in either direction and, where that can be told, more likely right than wrong.
struct Sure {
  Index known = 0;
  double doubt = 0;  ///< probability that it is wrong
};
using SureLinks = std::unordered_map<std::int64_t, Sure>;  ///< by record number

/// How people are looked for, and what was found.
struct Search {
  std::string_view metric = "distance";
  double advantage = 0.5, bar = 1;  ///< MetricChoice
  bool likelihood = true;           ///< distances are in standard deviations of known noise
  RowCosts costs = {};
  std::vector<Nearest> nearest = {};
};

/// Without a `sight` everybody whose kept columns say the same is equally near. The costs are empty where `metric` does not
/// apply.
Search search_for(const Evidence& evidence, const Matrix& records, std::string_view metric,
                  const std::optional<Sighting>& sight, const Groups& groups, const random::Rng& rng);

SureLinks sure_links(const Search& search, const Evidence& evidence);

}  // namespace guise::attacks
