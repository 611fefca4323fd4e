// SPDX-License-Identifier: Apache-2.0
#include "attacks/principal_scores.h"

#include <algorithm>
#include <cmath>

#include "linalg/spectrum.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

// Fewer columns are uncorrelated and in falling order by chance.
constexpr Index kLeastScores = 3;
// Correlations of a part of a table whose columns do not correlate: their mean square, times the records.
constexpr double kCorrelated = 6;
// Standard deviation of the log ratios of variances up to which lengths are those of the sample's axes, or all equal.
constexpr double kUnlike = 0.35, kUnequal = 0.2;
// Columns whose standard deviations differ by more than this factor are put in standard units before their axes are computed.
constexpr double kDifferentUnits = 10;

double scatter(const Vector& ratios) {
  const Vector logs = ratios.array().log();
  return std::sqrt((logs.array() - logs.mean()).square().mean());
}

bool uncorrelated(const Matrix& covariance, double records) {
  const Vector sd = covariance.diagonal().cwiseSqrt();
  if ((sd.array() <= 0).any()) return false;
  Matrix correlation = sd.cwiseInverse().asDiagonal() * covariance * sd.cwiseInverse().asDiagonal();
  correlation.diagonal().setZero();
  const auto pairs = static_cast<double>(sd.size() * (sd.size() - 1));
  return correlation.squaredNorm() / pairs * records < kCorrelated;
}

bool falls(const Vector& values) {
  return std::is_sorted(values.begin(), values.end(), std::greater<>());
}

struct Candidate {
  Vector unit;
  linalg::Spectrum spectrum;
  double unlike;
};

Candidate candidate(const stats::Moments& moments, const Vector& unit, const Vector& variance) {
  const Vector inverse = unit.cwiseInverse();
  Candidate out{unit, linalg::symmetric_spectrum(inverse.asDiagonal() * moments.covariance() * inverse.asDiagonal()), 0};
  const Vector leading = out.spectrum.values.head(variance.size());
  out.unlike = leading.minCoeff() > 0 ? scatter(variance.cwiseQuotient(leading)) : std::numeric_limits<double>::infinity();
  return out;
}

}  // namespace

std::optional<ScoreAxes> principal_scores(const Evidence& evidence, const Matrix& sample) {
  const Index k = evidence.moments.attributes(), m = sample.cols();
  const Matrix covariance = evidence.moments.covariance();
  if (k < kLeastScores || k > m || sample.rows() <= k || !uncorrelated(covariance, static_cast<double>(evidence.records)))
    return {};
  const Vector variance = covariance.diagonal();
  const stats::Moments moments = stats::moments_of(sample);
  const Vector sd = moments.variance().cwiseSqrt().unaryExpr([](double each) { return each > 0 ? each : 1; });
  Candidate own = candidate(moments, Vector::Ones(m), variance), standard = candidate(moments, sd, variance);
  const bool white = scatter(variance) < kUnequal;
  if (!white && (!falls(variance) || std::min(own.unlike, standard.unlike) > kUnlike)) return {};
  const bool other_units = sd.maxCoeff() > kDifferentUnits * sd.minCoeff();
  const bool in_standard = white ? other_units : standard.unlike < own.unlike;
  Candidate& best = in_standard ? standard : own;
  const Vector leading = best.spectrum.values.head(k);
  if (leading.minCoeff() <= 0) return {};

  ScoreAxes out;
  out.unit = best.unit;
  out.length = (leading.array() / variance.array()).sqrt();
  const Matrix z = (sample.rowwise() - moments.mean().transpose()) * best.unit.cwiseInverse().asDiagonal();
  const Matrix y = (evidence.sample.rowwise() - evidence.moments.mean().transpose()) * out.length.asDiagonal();
  out.sample = {Vector::Zero(m), leading, best.spectrum.vectors.leftCols(k), z, static_cast<double>(sample.rows())};
  out.release = {Vector::Zero(k), leading, Matrix::Identity(k, k), y, static_cast<double>(evidence.records)};
  return out;
}

}  // namespace guise::attacks
