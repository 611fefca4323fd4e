// SPDX-License-Identifier: Apache-2.0
// The papers' figures and tables as runnable experiments: settings in, a report of expected and measured values out.
#pragma once
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

#include "papers/report.h"
#include "random/rng.h"

namespace guise::papers {

inline constexpr std::int64_t kUsualSeed = 20030;

struct Settings {
  double effort = 1;                                     ///< 1: as in the report; smaller: fewer repetitions, for tests
  std::filesystem::path data = {};                       ///< folder with the real data sets; empty: generated stand-ins only
  random::Rng rng = random::Rng::from_seed(kUsualSeed);  ///< all randomness

  int times(int full, int least = 2) const;                 ///< repetitions at this effort
  std::filesystem::path real(std::string_view file) const;  ///< the data file, or an empty path when it is not there
};

struct Experiment {
  std::string_view name;   ///< "001-fig5"
  std::string_view paper;  ///< "Kargupta et al. 2003 (001), figure 5"
  std::string_view title;
  std::string_view claim;  ///< what the paper says
  Report (*run)(const Settings&);
};

std::span<const Experiment* const> all_experiments();
const Experiment& find_experiment(std::string_view name);  ///< throws an Error with the nearest name

/// The folder named by GUISE_DATA, else `fallback` when it exists, else an empty path.
std::filesystem::path find_data(const std::filesystem::path& fallback);

}  // namespace guise::papers
