// SPDX-License-Identifier: Apache-2.0
// Several records of one person, scattered over the table: who finds those that are alike averages the noise away (see
// alike_people.h). Whether such groups are real is decided without the originals, by thinning: with noise e of variance 1 and
// drawn numbers u, y + g u and y - u / g have errors that are not correlated, so that the second tells without bias how well a
// guess from the first is (Neufeld et al. 2024). Groups count where they guess better than the Bayes estimate does.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/alignment.h"
#include "attacks/alike_people.h"
#include "attacks/attribute_noise.h"
#include "attacks/linear.h"
#include "attacks/noise_coordinates.h"
#include "random/matrices.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::sample};

constexpr Index kLeastRecords = 60;
// Records that are grouped: an audit does this for every key.
constexpr Index kMostRecords = 4000;
// Coordinates with the most signal; what is above 1 by less than this share is left out.
constexpr Index kMostCoordinates = 64;
constexpr double kLeastVariance = 1.02;
// How much a person's own records differ at first, as a share of the variance of the originals.
constexpr double kOwnShare = 0.1;
// g above: a quarter more noise.
constexpr double kThinning = 0.5;
// Standard errors by which groups must guess better, at one of two looks, for every key. Groups that lose by as much at the
// first look are given up: where nobody repeats they lose clearly.
constexpr double kSure = 3.5, kHopeless = -3;
// … and by no more than this the records of a group may differ, as a share of the variance: groups of skewed columns and other
// clusters, which are not people, differ by 0.27 or more.
constexpr double kMostOwnShare = 0.2;
// Rounds before the first look, from there to the second, and of the groups that are averaged in the end.
constexpr int kFirstRounds = 6, kMoreRounds = 18, kRounds = 40;

AlikeModel first_model(const Vector& signal) {
  return {(1 - kOwnShare) * signal, (1 + kOwnShare * signal.array()).matrix()};
}

/// Mean of the numbers over its standard error.
double in_standard_errors(const Vector& numbers) {
  const auto n = static_cast<double>(numbers.size());
  const double error = std::sqrt((numbers.array() - numbers.mean()).square().sum() / (n - 1) / n);
  return error > 0 ? numbers.mean() / error : 0;
}

/// Whether groups guess better than the Bayes estimate, by the squared error against the second half of the thinned records.
bool people_repeat(const Matrix& records, const Vector& signal, const random::Rng& rng) {
  const Matrix drawn = random::gaussian_matrix(records.rows(), records.cols(), rng.fork("thinning"));
  const double longer = std::sqrt(1 + square(kThinning));
  const Matrix first = (records + kThinning * drawn) / longer, second = (records - drawn / kThinning) / longer;
  const Vector thinned = signal / square(longer);
  const Matrix bayes = first * (thinned.array() / (1 + thinned.array())).matrix().asDiagonal();
  AlikePeople people(first, first_model(thinned), rng.fork("thinned people"));
  const auto sureness = [&] {
    return in_standard_errors((second - bayes).rowwise().squaredNorm() - (second - people.values()).rowwise().squaredNorm());
  };
  const auto found = [&](double sure) { return sure > kSure && people.own_share() < kMostOwnShare; };
  people.draw(kFirstRounds);
  if (const double sure = sureness(); found(sure) || sure < kHopeless) return found(sure);
  people.draw(kMoreRounds);
  return found(sureness());
}

/// What guesses are made with.
struct Alike {
  NoiseCoordinates at;
  Vector mean, shift;
  AlikePeople people;
  std::vector<std::int64_t> numbers;  ///< of the records that are searched, rising

  Guess operator()(const Observed& observed) const {
    const Matrix rows = (own_rows(observed.released, observed).rowwise() - mean.transpose()) * at.to;
    std::vector<Index> places;
    for (Index i = 0; i < observed.count; ++i) {
      const std::int64_t number = record_of(observed, i);
      const auto found = std::lower_bound(numbers.begin(), numbers.end(), number);
      places.push_back(found != numbers.end() && *found == number ? found - numbers.begin() : -1);
    }
    return {.values = (people.values(rows, places) * at.back).rowwise() + (mean - shift).transpose()};
  }
};

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  if (evidence.sample.rows() < kLeastRecords)
    return Outcome::not_assessed(fmt::format("{} records are too few to see whether some are alike; it needs {}",
                                             evidence.sample.rows(), kLeastRecords));
  const Matrix covariance = evidence.moments.covariance();
  const Vector mean = evidence.moments.mean();
  NoiseCoordinates at = noise_coordinates(release::noise_covariance(known, covariance), covariance, kLeastVariance,
                                          kMostCoordinates, static_cast<double>(evidence.records - 1));
  if (at.signal.size() == 0) return Outcome::not_assessed("nothing stands out of the noise");
  const std::vector<Index> rows = evenly_spread(evidence.sample.rows(), kMostRecords);
  Matrix records = (evidence.sample(rows, Eigen::all).rowwise() - mean.transpose()) * at.to;
  if (!people_repeat(records, at.signal, rng))
    return Outcome::not_assessed("no groups of records are alike beyond what the correlation of the columns explains");
  std::vector<std::int64_t> numbers;
  for (const Index row : rows) numbers.push_back(evidence.sample_records[static_cast<std::size_t>(row)]);
  AlikePeople people(records, first_model(at.signal), rng.fork("people"));
  people.draw(kRounds);
  const Index count = people.people();
  auto alike = std::make_shared<Alike>(
      Alike{std::move(at), mean, noise_mean(known, mean.size()), std::move(people), std::move(numbers)});
  return {.reconstruction = Reconstruction{
              .guess = [alike](const Observed& observed) { return (*alike)(observed); },
              .notes = {fmt::format("{} records look like those of about {} people", alike->numbers.size(), count)}}};
}

}  // namespace

extern const Attack alike_attack = {.name = "alike",
                                    .alias = "",
                                    .summary = "find scattered records of one person by their likeness and average them",
                                    .paper = "Neufeld et al. 2024; docs/audit.md",
                                    .needs = needs,
                                    .wants = wants,
                                    .params = {},
                                    .learn = learn};

}  // namespace guise::attacks
