// SPDX-License-Identifier: Apache-2.0
// Noise whose size depends on the value: proportional to it, or of two levels. Where it is small a number is nearly the
// original; where it is large the other columns know better. The Bayes estimate of paper 002, section 6, with each record's own
// noise: expectation propagation (Minka 2001) and the size of the noise by expectation maximisation, from the release and from
// pairs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "attacks/alignment.h"
#include "attacks/linear.h"
#include "attacks/uneven_noise.h"
#include "linalg/spectrum.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

constexpr Fact uses[] = {Fact::noise_size, Fact::moments, Fact::population, Fact::pairs};
constexpr Want wants[] = {Want::moments, Want::sample};

// Records that the noise is learnt from, and pairs below which their squares say too little.
constexpr Index kLearnt = 600, kLeastPairs = 20;
// Records of other people, for each column, from which on their moments are taken.
constexpr Index kLeastSample = 20;
// Noise that differs by less, as a standard deviation, is taken to be the same for all values.
constexpr double kUneven = 1.8;
// Records times operations beyond which the search record by record takes minutes.
constexpr double kMostWork = 2e10;

/// Moments of the originals: as told, else of other people's records or of the pairs where these are many; empty: they must
/// come from the release. `people`: how many they are from.
struct Prior {
  Vector mean = {};
  Matrix covariance = {};
  double people = 0;
};

Prior told_prior(const Evidence& evidence, const Knowledge& known) {
  if (known.prior_mean && known.prior_covariance)
    return {*known.prior_mean, *known.prior_covariance, static_cast<double>(evidence.records)};
  for (const Matrix* some : {known.sample ? &*known.sample : nullptr, known.pairs ? &known.pairs->originals : nullptr}) {
    if (!some || some->rows() < kLeastSample * some->cols()) continue;
    const stats::Moments moments = stats::moments_of(*some);
    return {moments.mean(), moments.covariance(), static_cast<double>(some->rows())};
  }
  return {};
}

/// The average variance of each column's noise, and where it is from; empty where nothing tells.
struct Average {
  Vector variance = {};
  std::string from = {};
};

/// The squares of the noise in the pairs, or what the release varies more than the originals, whichever is surer for a column.
Average average_noise(const Evidence& evidence, const Knowledge& known, const std::optional<Pairs>& pairs, const Prior& prior) {
  if (known.noise_covariance) return {known.noise_covariance->diagonal().cwiseMax(0), "what is known of the noise"};
  const Vector release = evidence.moments.variance();
  Vector variance(release.size()), doubt = Vector::Constant(release.size(), std::numeric_limits<double>::infinity());
  if (pairs) {
    const Matrix squares = (pairs->released - pairs->originals).cwiseAbs2();
    variance = squares.colwise().mean();
    doubt = (squares.rowwise() - variance.transpose()).colwise().squaredNorm() / square(static_cast<double>(squares.rows()));
  }
  for (Index j = 0; j < release.size() && prior.people > 0; ++j) {
    const double kurtosis = (evidence.sample.col(j).array() - evidence.sample.col(j).mean()).pow(4).mean();
    const double here = std::max(kurtosis - square(release(j)), 0.0) / static_cast<double>(evidence.records) +
                        2 * square(prior.covariance(j, j)) / prior.people;
    if (here < doubt(j)) doubt(j) = here, variance(j) = std::max(release(j) - prior.covariance(j, j), 1e-6 * release(j));
  }
  if (!doubt.allFinite()) return {};
  return {variance, pairs ? fmt::format("{} known pairs", pairs->originals.rows()) : "the moments of the originals"};
}

/// Of the originals: as told, else those of the release without the noise.
UnevenModel model_of(const Evidence& evidence, const Prior& prior, const Vector& average) {
  if (prior.mean.size() > 0) return {prior.mean, prior.covariance, {}};
  return {evidence.moments.mean(), linalg::positive_part(evidence.moments.covariance() - Matrix(average.asDiagonal())), {}};
}

std::string why_not(const Evidence& evidence, const Knowledge& known) {
  if (known.shape) return "the card says what the noise is: the same for all values, or a factor";
  if (evidence.sample.rows() < 100) return "fewer than 100 released records show no size of the noise";
  const double m = static_cast<double>(evidence.width());
  if (static_cast<double>(evidence.records) * m * (m * m + 1000) > kMostWork)
    return fmt::format("the search record by record would take too long for {} records of {} columns", evidence.records,
                       evidence.width());
  return {};
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(std::move(reason));
  const std::optional<Pairs> pairs = known.pairs && known.pairs->originals.rows() >= kLeastPairs ? known.pairs : std::nullopt;
  const Prior prior = told_prior(evidence, known);
  const Average average = average_noise(evidence, known, pairs, prior);
  if (average.variance.size() == 0)
    return Outcome::not_assessed("nothing tells how large the noise is on average", Fact::noise_size);
  UnevenModel model = model_of(evidence, prior, average.variance);
  const std::vector<Index> rows = evenly_spread(evidence.sample.rows(), kLearnt);
  model.noise = learn_uneven(evidence.sample(rows, Eigen::all), model.mean, model.covariance, average.variance, pairs);
  double most = 1;
  std::string where;
  for (Index j = 0; j < model.mean.size(); ++j) {
    const double here = unevenness(model.noise[static_cast<std::size_t>(j)], model.mean(j), std::sqrt(model.covariance(j, j)));
    if (here > most) most = here, where = evidence.columns[static_cast<std::size_t>(j)];
  }
  if (most < kUneven)
    return Outcome::not_assessed(fmt::format(
        "the noise is about the same for all values: its standard deviation differs by {:.2g} times at most", most));
  auto posterior = std::make_shared<const UnevenPosterior>(std::move(model));
  auto guess = [posterior](const Observed& observed) {
    const MatrixRef own = own_rows(observed.released, observed);
    Guess out{.values = Matrix(observed.count, own.cols())};
    if (observed.want_sd) out.sd.emplace(observed.count, own.cols());
    for (Index i = 0; i < observed.count; ++i) {
      const UnevenPosterior::Answer answer = posterior->find(own.row(i).transpose());
      out.values.row(i) = answer.mean.transpose();
      if (out.sd) out.sd->row(i) = answer.variance.cwiseSqrt().transpose();
    }
    return out;
  };
  return {.reconstruction =
              Reconstruction{.guess = std::move(guess),
                             .notes = {fmt::format("the noise differs most in {}: its standard deviation by {:.2g} times "
                                                   "between values that are common; its average is from {}",
                                                   where, most, average.from)}}};
}

}  // namespace

extern const Attack uneven_attack = {.name = "uneven",
                                     .alias = "",
                                     .summary = "Bayes estimate where the size of the noise depends on the value",
                                     .paper = "Minka 2001; Bovy, Hogg and Roweis 2011",
                                     .needs = {},
                                     .wants = wants,
                                     .params = {},
                                     .uses = uses,
                                     .learn = learn};

}  // namespace guise::attacks
