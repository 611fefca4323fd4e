// SPDX-License-Identifier: Apache-2.0
// The list of experiments, and what they share: effort and data folder.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "base/error.h"
#include "base/names.h"
#include "papers/papers.h"

namespace guise::papers {

#define EXPERIMENT(name) extern const Experiment name##_experiment;
#include "papers/papers.def"
#undef EXPERIMENT

std::span<const Experiment* const> all_experiments() {
  static constexpr const Experiment* list[] = {
#define EXPERIMENT(name) &name##_experiment,
#include "papers/papers.def"
#undef EXPERIMENT
  };
  return list;
}

const Experiment& find_experiment(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Experiment* experiment : all_experiments()) {
    if (experiment->name == name) return *experiment;
    names.push_back(experiment->name);
  }
  refuse("no experiment named '{}'{} (accepted: {})", name, did_you_mean(name, names),
         enumerate(std::span<const std::string_view>(names)));
}

int Settings::times(int full, int least) const {
  return std::max(least, static_cast<int>(std::lround(full * effort)));
}

std::filesystem::path Settings::real(std::string_view file) const {
  if (data.empty()) return {};
  const std::filesystem::path path = data / file;
  return std::filesystem::exists(path) ? path : std::filesystem::path();
}

std::filesystem::path find_data(const std::filesystem::path& fallback) {
  if (const char* named = std::getenv("GUISE_DATA"); named && *named) return named;
  return std::filesystem::is_directory(fallback) ? fallback : std::filesystem::path();
}

}  // namespace guise::papers
