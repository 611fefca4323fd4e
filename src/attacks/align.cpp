// SPDX-License-Identifier: Apache-2.0
// Known-sample alignment: a rotation keeps the principal axes of the population, so that those of a sample of other people and
// those of the release tell the rotation but for the signs. Liu, Giannella and Kargupta, "An Attacker's View of Distance
// Preserving Maps for Privacy Preserving Data Mining" (2006); beyond section 1.7.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/component_match.h"
#include "attacks/linear.h"
#include "attacks/population.h"
#include "attacks/principal_axes.h"
#include "attacks/principal_scores.h"
#include "attacks/sign_search.h"
#include "linalg/spectrum.h"
#include "random/matrices.h"
#include "release/noise_shape.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::population};
constexpr Fact uses[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::sample};

constexpr Index kLevels = 200;           // quantiles compared for a sign
constexpr Index kComparedRecords = 500;  // of each table, for signs by the joint distribution
constexpr double kOriginErrors = 6;      // standard errors between the means for one sign and those for the other
constexpr double kScaleErrors = 4;       // standard errors from which a different spread means that the release is scaled

std::string why_no_rotation(const Evidence& evidence, const Knowledge& known) {
  const Index k = evidence.moments.attributes(), m = attributes_of(evidence, known);
  if (k != m)
    return fmt::format("the release has {} columns and the originals {}: a projection does not keep their principal axes", k,
                       m);
  const bool square_law = !known.matrix_law || known.matrix_law->orthonormal();
  if (known.mixed && !square_law) return "the secret matrix is not a rotation and does not keep the principal axes";
  return {};
}

Axes axes_of(const stats::Moments& moments, const Matrix& covariance, const Matrix& records) {
  linalg::Spectrum spectrum = linalg::symmetric_spectrum(covariance);
  return {moments.mean(), std::move(spectrum.values), std::move(spectrum.vectors), records,
          static_cast<double>(moments.count())};
}

/// Standard error of the total variance, relative to it.
double spread_error(const Axes& axes) {
  const Vector squared = (axes.records.rowwise() - axes.center.transpose()).rowwise().squaredNorm();
  const double mean = squared.mean(), sd = std::sqrt((squared.array() - mean).square().mean());
  return mean > 0 ? sd / mean / std::sqrt(axes.count) : 0;
}

/// How much longer the release's vectors are: 1 unless total variances differ by more than their sampling error.
double scale_of(const Axes& sample, const Axes& release) {
  const double ratio = release.variance.sum() / sample.variance.sum();
  const double error = std::hypot(spread_error(sample), spread_error(release));
  return ratio > 0 && std::abs(ratio - 1) > kScaleErrors * error ? std::sqrt(ratio) : 1;
}

/// The sample as it would look behind the noise of the release: distributions are compared like with like.
Matrix blur_of(const Axes& sample, const Axes& release, const Matrix& noise, double scale, const random::Rng& rng) {
  if (noise.size() == 0) return {};
  const Vector variance = (release.vectors.transpose() * noise * release.vectors).diagonal().cwiseMax(0);
  const Vector sd = variance.cwiseSqrt() / scale;
  return random::gaussian_matrix(sample.records.rows(), sd.size(), rng) * sd.asDiagonal();
}

/// Where the origin is kept Q mean(x) = mean(y): the sign of each axis along which the means are far enough from it, else 0.
/// What sampling makes of the two means there, and of their axes, is their error.
Vector signs_by_origin(const Axes& sample, const Axes& release, double scale, const Knowledge& known) {
  Vector signs = Vector::Zero(sample.center.size());
  if (!known.shape || known.shape->shifted || known.shape->rescaled) return signs;
  const Vector there = known.noise_mean ? Vector(release.center - *known.noise_mean) : release.center;
  const Vector wanted = sample.vectors.transpose() * sample.center, seen = release.vectors.transpose() * there / scale,
               turned = angular_errors(sample, release) * sample.center.norm();
  for (Index j = 0; j < signs.size(); ++j) {
    const double variance = std::max(sample.variance[j], 0.0) * (1 / sample.count + 1 / release.count);
    const double error = std::sqrt(variance + square(turned[j]));
    const double with = std::abs(seen[j] - wanted[j]), against = std::abs(seen[j] + wanted[j]);
    if (std::abs(with - against) > kOriginErrors * error) signs[j] = with < against ? 1 : -1;
  }
  return signs;
}

/// Signs by the origin; elsewhere by each axis' own distribution; where that is nearly symmetric, by the joint one.
Vector signs_of(const Axes& sample, const Axes& release, const Vector& by_origin, const random::Rng& rng,
                std::vector<std::string>& notes) {
  const Matrix wanted = sample.scores(), seen = release.scores();
  const Matrix target = stats::standard_quantiles(wanted, kLevels), found = stats::standard_quantiles(seen, kLevels);
  const double error = sampling_error(wanted.rows(), seen.rows());
  Vector signs(target.cols());
  std::vector<Index> open;
  for (Index j = 0; j < signs.size(); ++j) {
    const double with = stats::quantile_distance(found.col(j), target.col(j));
    const double against = stats::quantile_distance(stats::mirrored(found.col(j)), target.col(j));
    signs[j] = with <= against ? 1 : -1;
    if (by_origin[j] != 0)
      signs[j] = by_origin[j];
    else if (sign_confidence(with, against, error) < kDoubtful)
      open.push_back(j);
  }
  if (const Index settled = (by_origin.array() != 0).count(); settled > 0)
    notes.push_back(
        fmt::format("the mask keeps the origin: it settles the signs of {} of {} principal axes", settled, signs.size()));
  if (open.empty()) return signs;
  notes.push_back(fmt::format("{} of {} principal axes are nearly symmetric: their signs rest on the joint distribution",
                              open.size(), signs.size()));
  return search_signs(spread_rows(wanted, kComparedRecords), spread_rows(seen, kComparedRecords), signs, open, rng);
}

/// y = M x + t + e with M = scale Q_release D Q_sample'. The originals' spread is that of the release behind the noise, in the
/// sample's axes.
linalg::RecordMap map_of(const Axes& sample, const Axes& release, const Vector& signs, double scale, const Matrix& noise) {
  const Matrix rotation = release.vectors * signs.asDiagonal() * sample.vectors.transpose();
  const Vector variance = release.variance.cwiseMax(0) / square(scale);
  const Matrix covariance = sample.vectors * variance.asDiagonal() * sample.vectors.transpose();
  return guess_through(scale * rotation, rotation.transpose() / scale, release.center, sample.center, covariance, noise);
}

/// Released columns are principal scores: only the sample's axes, their signs and their units are to be found.
Outcome from_scores(const Evidence& evidence, const stats::Moments& moments, ScoreAxes axes, const random::Rng& rng) {
  std::vector<std::string> notes{"released columns are taken for the first principal scores of the originals"};
  for (std::string& note : turn_tied_axes(axes.sample, axes.release, rng.fork("tied"))) notes.push_back(std::move(note));
  const Vector signs = signs_of(axes.sample, axes.release, Vector::Zero(axes.length.size()), rng.fork("signs"), notes);
  const Matrix way = axes.length.asDiagonal() * axes.release.vectors * signs.asDiagonal() * axes.sample.vectors.transpose() *
                     axes.unit.asDiagonal();
  return linear_outcome({evidence.moments.mean(), way, {}, moments.mean()}, std::move(notes));
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  if (const std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(reason);
  // A card with a secret matrix says how the columns were made.
  if (auto axes = known.matrix_law ? std::nullopt : principal_scores(evidence, *known.sample))
    return from_scores(evidence, stats::moments_of(*known.sample), *std::move(axes), rng);
  if (const std::string reason = why_no_rotation(evidence, known); !reason.empty()) return Outcome::not_assessed(reason);
  const stats::Moments moments = stats::moments_of(*known.sample);
  if ((moments.variance().array() == 0).all()) return Outcome::not_assessed("every attribute of the sample is constant");
  const Matrix covariance = evidence.moments.covariance();
  const bool noisy = known.noise_covariance && known.noise_covariance->trace() > 0;
  const Matrix noise = noisy ? noise_covariance(known, covariance) : Matrix();
  Axes sample = axes_of(moments, moments.covariance(), *known.sample);
  Axes release = axes_of(evidence.moments, noisy ? Matrix(covariance - noise) : covariance, evidence.sample);

  const double scale = scale_of(sample, release);
  sample.blur = blur_of(sample, release, noise, scale, rng.fork("blur"));
  std::vector<std::string> notes = turn_tied_axes(sample, release, rng.fork("tied"));
  if (scale != 1)
    notes.push_back(
        fmt::format("the standard deviations of the release are {:.3g} times those of the sample: taken for its scale", scale));
  const Vector signs = signs_of(sample, release, signs_by_origin(sample, release, scale, known), rng.fork("signs"), notes);
  return linear_outcome(map_of(sample, release, signs, scale, noise), std::move(notes));
}

}  // namespace

extern const Attack align_attack = {
    .name = "align",
    .alias = "",
    .summary = "turn the release so that its principal axes are those of a sample of other people",
    .paper = "004 section 2.2",
    .needs = needs,
    .wants = wants,
    .params = {},
    .uses = uses,
    .reads_mixtures = true,
    .needs_mixed = needs,
    .learn = learn};

}  // namespace guise::attacks
