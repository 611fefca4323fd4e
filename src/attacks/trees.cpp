// SPDX-License-Identifier: Apache-2.0
// What columns in clear tell of the masked ones, learnt from the release itself: E[y | s] = E[x | s] where y = x + e and e is
// noise of mean 0, so that a regression of released columns on kept and known ones averages the noise away. The prediction is
// then one more observation of x, whose error is what is left beyond the noise on records it was not learnt from:
//   x^ = y^(s) + S (S + E)^-1 (y - y^(s)),   S = Cov(y - y^(s)) - E.
// Group means behind a kept category are the special case of one side column.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/attack.h"
#include "attacks/attribute_noise.h"
#include "attacks/linear.h"
#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "stats/side_fit.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size, Fact::side};
constexpr Fact uses[] = {Fact::columns};
constexpr Want wants[] = {Want::moments, Want::sample};

// Rows to learn from: fewer cannot be held back.
constexpr Index kLeastRows = 60;
// Directions of the release that are learnt: those with most signal over the noise. More would be noise, and take long.
constexpr Index kMostDirections = 12;
// Rows times directions that are learnt from: an audit learns this for every key.
constexpr Index kMostCells = 150'000;
// Noise is at least this share of a column's variance, so that nothing is divided by 0.
constexpr double kExact = 1e-9;

/// Directions of the release, noise at unit size, in which there is most beyond the noise.
struct Directions {
  Matrix to, from;  ///< released columns to scores and back, on rows about the mean
};

Directions directions_of(const Matrix& covariance, const Matrix& noise) {
  const Vector sd = noise.diagonal().cwiseSqrt();
  const Matrix scaled = sd.cwiseInverse().asDiagonal() * covariance * sd.cwiseInverse().asDiagonal();
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(scaled);
  const Index count = std::min(kMostDirections, spectrum.values.size());
  const Matrix axes = spectrum.vectors.leftCols(count);
  return {sd.cwiseInverse().asDiagonal() * axes, axes.transpose() * sd.asDiagonal()};
}

struct Learnt {
  stats::SideFit fit;
  Directions directions;
  Vector mean;  ///< of the release
  Matrix weight;
  std::vector<Index> known;
  Vector noise_mean;
};

Guess guess(const Learnt& learnt, const Observed& observed) {
  const Matrix side = observed.side.middleRows(observed.before, observed.count);
  std::vector<std::int64_t> records;
  for (Index i = 0; i < observed.count; ++i) records.push_back(record_of(observed, i));
  const Matrix predicted = (learnt.fit.predict(side, records) * learnt.directions.from).rowwise() + learnt.mean.transpose();
  const Matrix rest = own_rows(observed.released, observed) - predicted;
  Guess out{(predicted + rest * learnt.weight).rowwise() - learnt.noise_mean.transpose()};
  for (std::size_t j = 0; j < learnt.known.size(); ++j)
    out.values.col(learnt.known[j]) = own_rows(observed.known, observed).col(static_cast<Index>(j));
  return out;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  const Index m = evidence.width(), rows = std::min(evidence.side.rows(), evidence.sample.rows());
  if (rows < kLeastRows)
    return Outcome::not_assessed(fmt::format("{} records are too few to learn from; it takes {}", rows, kLeastRows));
  Matrix noise = *known.noise_covariance;
  noise.diagonal() = noise.diagonal().cwiseMax(kExact * evidence.moments.variance());
  noise.diagonal() = noise.diagonal().cwiseMax(1e-300);
  const Vector mean = evidence.moments.mean();
  Directions directions = directions_of(evidence.moments.covariance(), noise);
  const Index used = std::min(rows, std::max(kLeastRows, kMostCells / directions.to.cols()));
  const Matrix released = evidence.sample.topRows(used).rowwise() - mean.transpose();
  const std::vector<std::int64_t> records(evidence.sample_records.begin(), evidence.sample_records.begin() + used);
  stats::SideFit fit({evidence.side.topRows(used), known.side_is_category}, released * directions.to, records);

  const Matrix rest = released - fit.held_out() * directions.from;
  const Matrix total = rest.transpose() * rest / static_cast<double>(used);
  const Matrix own = linalg::positive_part(total - noise);
  const Vector explained = 1 - (total.diagonal().array() - noise.diagonal().array()).max(0.0) /
                                   (evidence.moments.variance().array() - noise.diagonal().array()).max(1e-300);
  auto learnt = std::make_shared<Learnt>(Learnt{.fit = std::move(fit),
                                                .directions = std::move(directions),
                                                .mean = mean,
                                                .weight = linalg::solve_symmetric(own + noise, own),
                                                .known = known.known_columns,
                                                .noise_mean = noise_mean(known, m)});
  const Index best = std::max_element(explained.begin(), explained.end()) - explained.begin();
  return {.reconstruction = Reconstruction{.guess = [learnt](const Observed& observed) { return guess(*learnt, observed); },
                                           .notes = {fmt::format("columns in clear explain an estimated {:.0f} % of {}",
                                                                 100 * std::clamp(explained[best], 0.0, 1.0),
                                                                 evidence.columns[static_cast<std::size_t>(best)])}}};
}

}  // namespace

extern const Attack trees_attack = {
    .name = "trees",
    .alias = "",
    .summary = "learn masked columns from kept and known ones, by boosted trees on the release itself",
    .paper = "Chen and Guestrin 2016; docs/audit.md",
    .needs = needs,
    .wants = wants,
    .params = {},
    .uses = uses,
    .learn = learn};

}  // namespace guise::attacks
