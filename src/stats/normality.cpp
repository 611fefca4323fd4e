// SPDX-License-Identifier: Apache-2.0
#include "stats/normality.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>

#include "linalg/spectrum.h"
#include "random/matrices.h"
#include "stats/moments.h"

namespace guise::stats {
namespace {

// An eigenvalue of the correlation matrix below this is rounding: an attribute that repeats others.
constexpr double kRedundant = 1e-9;

/// Records with mean 0 and covariance 1 (dividing by n - 1), on the directions in which they vary.
Matrix standardised(const Matrix& records) {
  const Moments moments = moments_of(records);
  Matrix centred = records.rowwise() - moments.mean().transpose();
  Matrix covariance = moments.covariance();
  const Vector sd = covariance.diagonal().cwiseSqrt();
  Vector scale = Vector::Zero(sd.size());  // by the columns' own sizes first, so that small ones are not taken for rounding
  for (Index j = 0; j < sd.size(); ++j)
    if (sd[j] > kRedundant * centred.col(j).cwiseAbs().maxCoeff() && sd[j] > 1e-14 * std::abs(moments.mean()[j]))
      scale[j] = 1 / sd[j];
  centred = centred * scale.asDiagonal();
  covariance = scale.asDiagonal() * covariance * scale.asDiagonal();
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(covariance);
  Index rank = 0;
  while (rank < spectrum.values.size() && spectrum.values[rank] > kRedundant) ++rank;
  return centred * (spectrum.vectors.leftCols(rank) * spectrum.values.head(rank).cwiseSqrt().cwiseInverse().asDiagonal());
}

double sum_of_distances_in_line(Vector y) {
  std::sort(y.begin(), y.end());
  double sum = 0;  // the i-th smallest is the larger one of i pairs and the smaller one of the others
  for (Index i = 0; i < y.size(); ++i) sum += static_cast<double>(2 * i - y.size() + 1) * y[i];
  return 2 * sum;
}

/// Over ordered pairs. By differences and not by |a|^2 + |b|^2 - 2ab, which leaves 1e-8 where records are equal.
double sum_of_distances(const Matrix& y) {
  if (y.cols() == 1) return sum_of_distances_in_line(y.col(0));
  double sum = 0;
  Eigen::ArrayXd squares;
  for (Index i = 0; i + 1 < y.rows(); ++i) {
    const Index later = y.rows() - i - 1;
    squares.setZero(later);
    for (Index j = 0; j < y.cols(); ++j) squares += (y.col(j).tail(later).array() - y(i, j)).square();
    sum += squares.sqrt().sum();
  }
  return 2 * sum;
}

double statistic_of(const Matrix& y) {
  if (y.rows() == 0 || y.cols() == 0) return 0;
  const double n = static_cast<double>(y.rows()), d = static_cast<double>(y.cols());
  double to_normal = 0;
  for (Index i = 0; i < y.rows(); ++i) to_normal += mean_distance_to_normal(y.row(i).norm(), y.cols());
  const double between_normals = 2 * std::exp(std::lgamma((d + 1) / 2) - std::lgamma(d / 2));
  return 2 * to_normal - n * between_normals - sum_of_distances(y) / n;
}

std::vector<double> drawn_statistics(Index records, Index dimensions, int draws, const random::Rng& rng) {
  return null_draws(draws, rng, [&](const random::Rng& own) {
    return statistic_of(standardised(random::gaussian_matrix(dimensions, records, own).transpose()));
  });
}

}  // namespace

// |a - Z| is a non-central chi: a chi with d + 2K degrees of freedom, K Poisson with mean z = |a|^2 / 2, and the mean of a chi
// is sqrt(2) Gamma((d+1)/2 + K) / Gamma(d/2 + K). (The series 1F1(-1/2; d/2; -z) of the paper alternates and cancels.) Weights
// and means relative to those of the most likely K, summed outwards from it until they no longer count.
double mean_distance_to_normal(double length, Index dimensions) {
  // On a line: |a| erf(|a| / sqrt 2) + 2 phi(a). Tables have many columns, and each of them is tested.
  if (dimensions == 1)
    return length * std::erf(length / std::numbers::sqrt2) + std::sqrt(2 / std::numbers::pi) * std::exp(-0.5 * square(length));
  const double z = 0.5 * square(length), half = 0.5 * static_cast<double>(dimensions), start = std::floor(z);
  double total = 1, sum = 1;
  double weight = 1, mean = 1;
  for (double k = start; weight > 1e-17; ++k) {
    weight *= z / (k + 1);
    mean *= (half + k + 0.5) / (half + k);
    total += weight;
    sum += weight * mean;
  }
  weight = mean = 1;
  for (double k = start; k > 0 && weight > 1e-17; --k) {
    weight *= k / z;
    mean *= (half + k - 1) / (half + k - 0.5);
    total += weight;
    sum += weight * mean;
  }
  // In double throughout: Boost would turn to long double, several times slower and no better after a sum.
  using Plain = boost::math::policies::policy<boost::math::policies::promote_double<false>>;
  return std::sqrt(2.0) / boost::math::tgamma_delta_ratio(half + start, 0.5, Plain()) * (sum / total);
}

Energy normal_energy(const Matrix& records) {
  if (records.rows() < 2) return {};
  const Matrix y = standardised(records);
  return {statistic_of(y), y.cols()};
}

Normality test_normality(const Matrix& records, int draws, const random::Rng& rng) {
  const Energy energy = normal_energy(records);
  if (energy.dimensions == 0) return {};
  const auto drawn = drawn_statistics(records.rows(), energy.dimensions, draws, rng);
  return {{energy.statistic, resampled_p_value(energy.statistic, drawn)}, energy.dimensions};
}

std::vector<Significance> test_normality_by_column(const Matrix& records, int draws, const random::Rng& rng) {
  std::vector<Significance> out(static_cast<std::size_t>(records.cols()));
  if (records.rows() < 2) return out;
  const auto drawn = drawn_statistics(records.rows(), 1, draws, rng);
  for (Index j = 0; j < records.cols(); ++j) {
    const Energy energy = normal_energy(records.col(j));
    if (energy.dimensions == 0) continue;
    out[static_cast<std::size_t>(j)] = {energy.statistic, resampled_p_value(energy.statistic, drawn)};
  }
  return out;
}

}  // namespace guise::stats
