// SPDX-License-Identifier: Apache-2.0
#include "audit/effort.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/error.h"
#include "base/names.h"

namespace guise::audit {
namespace {

constexpr std::pair<Effort, std::string_view> kNames[] = {
    {Effort::quick, "quick"}, {Effort::normal, "normal"}, {Effort::full, "full"}};

/// Seconds at 1000 records of 100 columns, and the powers of both that they grow with.
struct Cost {
  std::string_view attack;
  double seconds, by_records, by_columns;
};

// Rough, and rather too much than too little. Those that look at columns one by one take next to nothing; what is not named
// takes some decompositions of the covariance.
constexpr Cost kCosts[] = {{"mean", 0.001, 1, 1},       {"identity", 0.001, 1, 1}, {"univariate", 0.02, 0.1, 1},
                           {"average", 0.02, 1, 1},     {"wiener", 0.05, 1, 1},    {"smooth", 0.2, 1, 1},
                           {"cells", 0.02, 1, 1},       {"factor", 0.02, 1, 1},    {"integers", 0.05, 1, 1},
                           {"codes", 0.05, 1, 1},       {"rescale", 0.01, 1, 1},   {"guess", 0.005, 0, 2},
                           {"quantiles", 0.05, 1, 1.5}, {"trees", 1, 0, 0.3},      {"link", 0.2, 1, 0.5},
                           {"ica", 0.5, 0.5, 2.5},      {"blocks", 0.5, 0.5, 2},   {"unpaired", 1, 0.5, 3}};
constexpr Cost kOthers = {"", 0.02, 0.3, 2.5};

// Of those above, what compares records through a posterior, which takes the decompositions of wide tables as well.
constexpr std::string_view kDecomposes[] = {"link", "rescale"};

// Attacks read at most so many records.
constexpr double kMostRecords = 20'000;

}  // namespace

std::string_view effort_name(Effort effort) {
  return kNames[static_cast<int>(effort)].second;
}

Effort parse_effort(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& [effort, own] : kNames) {
    if (own == name) return effort;
    names.push_back(own);
  }
  refuse("no effort named '{}'{} (there are {})", name, did_you_mean(name, names), enumerate(names));
}

double estimated_seconds(const attacks::Attack& attack, double records, double columns) {
  const auto* const found =
      std::find_if(std::begin(kCosts), std::end(kCosts), [&](const Cost& each) { return each.attack == attack.name; });
  const auto seconds = [&](const Cost& cost) {
    return cost.seconds * std::pow(std::min(records, kMostRecords) / 1000, cost.by_records) *
           std::pow(columns / 100, cost.by_columns);
  };
  if (found == std::end(kCosts)) return seconds(kOthers);
  const bool decomposes = std::find(std::begin(kDecomposes), std::end(kDecomposes), found->attack) != std::end(kDecomposes);
  return decomposes ? std::max(seconds(*found), seconds(kOthers)) : seconds(*found);
}

double most_seconds(Effort effort) {
  switch (effort) {
    case Effort::quick:
      return 2;
    case Effort::normal:
      return 600;
    case Effort::full:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace guise::audit
