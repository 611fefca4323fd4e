// SPDX-License-Identifier: Apache-2.0
// The whitened release, each column taken for an attribute with a similar distribution: the PCA-based competitor in paper 004,
// section 7.1. It undoes no mixture (erratum 51: often worse than the mean), but papers compare with it.
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <cmath>

#include "attacks/component_match.h"
#include "attacks/linear.h"
#include "attacks/population.h"
#include "linalg/spectrum.h"
#include "stats/distances.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::population};
constexpr Want wants[] = {Want::moments, Want::sample};
constexpr Param params[] = {
    {.name = "match",
     .help = "columns with attributes, as far as they go, of either sign; or the nearest column for every attribute, as it is, "
             "which is how the paper reads",
     .kind = Param::Kind::choice,
     .choices = "pairs|nearest"}};
constexpr Index kQuantiles = 500;  // quantiles in place of the records: the distance is right to 1 / 500
constexpr double kRounding = 1e-14;

/// Step 3: Q D^-1/2 Q', the symmetric root; directions with less than rounding errors of the largest are left out.
Matrix symmetric_whitening(const Matrix& covariance) {
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(covariance);
  const double least = kRounding * spectrum.values[0];
  const Vector root = spectrum.values.unaryExpr([&](double value) { return value > least ? 1 / std::sqrt(value) : 0; });
  return spectrum.vectors * root.asDiagonal() * spectrum.vectors.transpose();
}

/// Every attribute takes the nearest column.
ComponentMatch match_nearest(const Matrix& distance) {
  const Index targets = distance.cols();
  ComponentMatch match{.component = std::vector<Index>(static_cast<std::size_t>(targets)),
                       .sign = Vector::Ones(targets),
                       .confidence = Vector::Ones(targets)};
  for (Index i = 0; i < targets; ++i) distance.col(i).minCoeff(&match.component[static_cast<std::size_t>(i)]);
  return match;
}

/// Step 4 by the distance of Kolmogorov and Smirnov. The paper takes every pair that passes the test; sign, several matches and
/// none are left open (erratum 51). Here pairs of least total distance, either sign; attributes left over share the nearest.
ComponentMatch match(const Matrix& found, const Matrix& sample, bool pairs) {
  const Matrix seen = stats::standard_quantiles(found, kQuantiles), wanted = stats::standard_quantiles(sample, kQuantiles);
  Matrix plain(seen.cols(), wanted.cols()), mirrored = plain;
  tbb::parallel_for(Index{0}, seen.cols(), [&](Index j) {
    const Vector as_is = seen.col(j), other_way = stats::mirrored(as_is);
    for (Index i = 0; i < wanted.cols(); ++i) {
      plain(j, i) = stats::kolmogorov_smirnov(as_is, wanted.col(i)).statistic;
      mirrored(j, i) = stats::kolmogorov_smirnov(other_way, wanted.col(i)).statistic;
    }
  });
  if (!pairs) return match_nearest(plain);
  return match_components(plain, mirrored, sampling_error(found.rows(), sample.rows()), true);
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (const std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(reason);
  const Matrix white = symmetric_whitening(evidence.moments.covariance());
  const Vector zero = Vector::Zero(white.cols());
  const Matrix found = linalg::map_records(evidence.sample, {evidence.moments.mean(), white, {}, zero});
  const ComponentMatch matched = match(found, *known.sample, given.choice("match") == "pairs");
  std::vector<std::string> notes = notes_on(matched);
  const Index k = white.cols(), m = known.sample->cols();
  if (k < m) notes.push_back(fmt::format("{} columns for {} attributes: some attributes share one", k, m));
  // Equation (11): x^ = sigma x~ + mu.
  const stats::Moments moments = stats::moments_of(*known.sample);
  const Matrix chosen = white * matched.selection(k).transpose() * moments.variance().cwiseSqrt().asDiagonal();
  return linear_outcome(linalg::RecordMap{evidence.moments.mean(), chosen, {}, moments.mean()}, std::move(notes));
}

}  // namespace

extern const Attack whiten_attack = {
    .name = "whiten",
    .alias = "pca-ks",
    .summary = "the whitened release, its columns matched with attributes by their distributions",
    .paper = "004 section 7.1",
    .needs = needs,
    .wants = wants,
    .params = params,
    .reads_mixtures = true,
    .needs_mixed = needs,
    .learn = learn};

}  // namespace guise::attacks
