// SPDX-License-Identifier: Apache-2.0
// Intervals of `guise measure` and `guise attack --truth`: one guess, and intervals made from how records differ.
#include <nlohmann/json.hpp>

#include "experiment.h"
#include "measures/measure.h"
#include "tables.h"

namespace guise::coverage {
namespace {

using nlohmann::json;

void add(const json& value, const json& ends, const std::string& kind, const std::string& of, Figures& out) {
  if (value.is_object()) {
    for (const auto& [key, each] : value.items())
      if (ends.contains(key)) add(each, ends[key], kind, of + " " + key, out);
  } else if (value.is_number() && ends[0].is_number() && ends[1].is_number()) {
    out[{kind, of}] = {value, ends[0], ends[1]};
  }
}

Figures figures_of(const Matrix& truth, const Matrix& guess) {
  measures::Comparison comparison(measures::telling_sd(stats::moments_of(truth)));
  comparison.add(truth, guess);
  const json found = measures::to_json(comparison, kPeopleColumns);
  Figures out;
  for (const auto& [name, ends] : found["ci"].items()) add(found[name], ends, name, "all", out);
  for (const auto& [column, each] : found["by_attribute"].items())
    for (const auto& [name, ends] : each["ci"].items()) add(each[name], ends, name + " of a column", column, out);
  return out;
}

/// A guess as good as noise of this size, in standard deviations of very many people, leaves it: drawn to the mean, as attacks
/// do.
Matrix guess_of(const Matrix& x, double noise, const random::Rng& rng) {
  const Eigen::RowVector4d mean(20, 20 + std::exp(0.5), 20, 21),
      sd(std::sqrt(10.0), std::sqrt(std::exp(2.0) - std::exp(1.0) + 1), std::sqrt(29.0), 1.5);
  const Matrix y = x + noise * random::gaussian_matrix(x.rows(), x.cols(), rng) * sd.asDiagonal();
  return ((y.rowwise() - mean) / (1 + noise * noise)).rowwise() + mean;
}

template <int records, int noise_in_tenths>
Figures other_people(std::uint64_t seed) {
  const Matrix x = people(records, seeded(seed, "people"));
  return figures_of(x, guess_of(x, noise_in_tenths / 10.0, seeded(seed, "noise")));
}

template <int records, int noise_in_tenths>
Figures same_people(std::uint64_t seed) {
  const Matrix x = people(records, seeded(0, "people"));
  return figures_of(x, guess_of(x, noise_in_tenths / 10.0, seeded(seed, "noise")));
}

}  // namespace

std::vector<Experiment> measure_experiments() {
  return {{"measure: 300 records, noise of 1 sd, other people each time", other_people<300, 10>},
          {"measure: 2000 records, noise of 1 sd, other people each time", other_people<2000, 10>},
          {"measure: 300 records, noise of 0.2 sd, other people each time", other_people<300, 2>},
          {"measure: 300 records, noise of 1 sd, the same people", same_people<300, 10>},
          {"measure: 2000 records, noise of 0.2 sd, the same people", same_people<2000, 2>}};
}

}  // namespace guise::coverage
