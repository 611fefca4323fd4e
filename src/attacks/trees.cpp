// SPDX-License-Identifier: Apache-2.0
// What columns in clear tell of the masked ones, learnt from the release itself: E[y | s] = E[x | s] where y = x + e and e is
// noise of mean 0, so that a regression of released columns on kept and known ones averages the noise away. The prediction is
// then one more observation of x, whose error is what is left beyond the noise on records it was not learnt from:
//   x^ = y^(s) + S (S + E)^-1 (y - y^(s)),   S = Cov(y - y^(s)) - E.
// Group means behind a kept category are the special case of one side column. Where the size of the noise is not known, the
// prediction is the guess. Mixed columns are read through the matrix that known pairs show (side_reading.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/attack.h"
#include "attacks/attribute_noise.h"
#include "attacks/known_columns.h"
#include "attacks/side_reading.h"
#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "stats/side_fit.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::side};
constexpr Fact needs_mixed[] = {Fact::side, Fact::pairs};
constexpr Fact uses[] = {Fact::columns, Fact::noise_size, Fact::pairs};
constexpr Want wants[] = {Want::moments, Want::sample};

// Rows to learn from: fewer cannot be held back.
constexpr Index kLeastRows = 60;
// Directions of the release that are learnt: those with most signal over the noise. More would be noise, and take long.
constexpr Index kMostDirections = 12;
// Rows times directions that are learnt from: an audit learns this for every key.
constexpr Index kMostCells = 75'000;
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

/// Columns that the attacker does not know exactly: the others need no prediction, and would only be mixed into the directions.
std::vector<Index> open_columns(Index all, const std::vector<ExactColumn>& known) {
  std::vector<Index> out;
  for (Index j = 0; j < all; ++j)
    if (std::none_of(known.begin(), known.end(), [&](const ExactColumn& each) { return each.attribute == j; }))
      out.push_back(j);
  return out;
}

struct Learnt {
  SideReading reading;
  std::vector<Index> open;
  stats::SideFit fit;
  Directions directions;
  Matrix weight;
  std::vector<ExactColumn> known;
  Vector noise_mean;
};

Guess guess(const Learnt& learnt, const Observed& observed) {
  const Matrix side = observed.side.middleRows(observed.before, observed.count);
  std::vector<std::int64_t> records;
  for (Index i = 0; i < observed.count; ++i) records.push_back(record_of(observed, i));
  const Vector mean = learnt.reading.mean(learnt.open);
  const Matrix predicted = (learnt.fit.predict(side, records) * learnt.directions.from).rowwise() + mean.transpose();
  Matrix values = learnt.reading.of(own_rows(observed.released, observed));
  const Matrix rest = values(Eigen::all, learnt.open) - predicted;
  values(Eigen::all, learnt.open) = predicted + rest * learnt.weight;
  Guess out{values.rowwise() - learnt.noise_mean.transpose()};
  place_known(learnt.known, observed, out);
  return out;
}

/// Of the noise as far as it is known, and at least so much that nothing is divided by 0; else in units of the columns.
Matrix noise_of(const SideReading& reading) {
  const Vector variance = reading.covariance.diagonal();
  Matrix noise = reading.noise ? *reading.noise : Matrix(variance.asDiagonal());
  noise.diagonal() = noise.diagonal().cwiseMax(kExact * variance).cwiseMax(1e-300);
  return noise;
}

/// The weight of what a record itself shows beyond the prediction, and how much of each column the prediction explains.
struct Combined {
  Matrix weight;
  Vector explained;
};

Combined combine(const Matrix& rest, const Vector& variance, const Matrix& noise, bool noise_is_known) {
  const Matrix total = rest.transpose() * rest / static_cast<double>(rest.rows());
  if (!noise_is_known)
    return {Matrix::Zero(total.rows(), total.cols()), 1 - total.diagonal().array() / variance.array().max(1e-300)};
  const Matrix own = linalg::positive_part(total - noise);
  return {linalg::solve_symmetric(own + noise, own),
          1 - (total.diagonal() - noise.diagonal()).array().max(0.0) / (variance - noise.diagonal()).array().max(1e-300)};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  const Index rows = std::min(evidence.side.rows(), evidence.sample.rows());
  if (rows < kLeastRows)
    return Outcome::not_assessed(fmt::format("{} records are too few to learn from; it takes {}", rows, kLeastRows));
  auto [reading, reason] = side_reading(evidence, known);
  if (!reading) return Outcome::not_assessed(std::move(reason));
  const std::vector<Index> open = open_columns(reading->mean.size(), exact_columns(known));
  if (open.empty()) return Outcome::not_assessed("all columns are known");
  const Matrix noise = noise_of(*reading)(open, open), covariance = reading->covariance(open, open);
  Directions directions = directions_of(covariance, noise);
  const Index used = std::min(rows, std::max(kLeastRows, kMostCells / directions.to.cols()));
  const Matrix read = reading->of(evidence.sample.topRows(used)).rowwise() - reading->mean.transpose();
  const Matrix released = read(Eigen::all, open);
  const std::vector<std::int64_t> records(evidence.sample_records.begin(), evidence.sample_records.begin() + used);
  stats::SideFit fit({evidence.side.topRows(used), known.side_is_category}, released * directions.to, records);
  const Combined combined =
      combine(released - fit.held_out() * directions.from, covariance.diagonal(), noise, reading->noise.has_value());

  const Index all = reading->mean.size();
  const Vector shift = known.mixed ? Vector(Vector::Zero(all)) : noise_mean(known, all);
  const Index best = std::max_element(combined.explained.begin(), combined.explained.end()) - combined.explained.begin();
  const Index column = open[static_cast<std::size_t>(best)];
  const std::string which =
      known.mixed ? fmt::format("original column {}", column + 1) : evidence.columns[static_cast<std::size_t>(column)];
  auto learnt = std::make_shared<Learnt>(Learnt{.reading = *std::move(reading),
                                                .open = open,
                                                .fit = std::move(fit),
                                                .directions = std::move(directions),
                                                .weight = combined.weight,
                                                .known = exact_columns(known),
                                                .noise_mean = shift});
  return {.reconstruction =
              Reconstruction{.guess = [learnt](const Observed& observed) { return guess(*learnt, observed); },
                             .notes = {fmt::format("columns in clear explain an estimated {:.0f} % of {}",
                                                   100 * std::clamp(combined.explained[best], 0.0, 1.0), which)}}};
}

}  // namespace

extern const Attack trees_attack = {
    .name = "trees",
    .alias = "",
    .summary = "learn masked columns from kept and known ones, by means, smooth curves and boosted trees on the release itself",
    .paper = "Robinson 1991; Rahimi and Recht 2007; Chen and Guestrin 2016",
    .needs = needs,
    .wants = wants,
    .params = {},
    .uses = uses,
    .reads_mixtures = true,
    .needs_mixed = needs_mixed,
    .learn = learn};

}  // namespace guise::attacks
