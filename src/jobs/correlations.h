// SPDX-License-Identifier: Apache-2.0
// The correlations in a sample: with means and standard deviations, what the Bayes estimate takes from it.
#pragma once
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "stats/prior_knowledge.h"

namespace guise::jobs {

/// Of the attributes that vary: the strongest pairs, and all where they are few.
nlohmann::json correlations(const Matrix& sample, const stats::PriorKnowledge& known, const std::vector<std::string>& columns);

}  // namespace guise::jobs
