// SPDX-License-Identifier: Apache-2.0
#include "attacks/noise_level.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "linalg/spectrum.h"
#include "stats/moments.h"
#include "theory/marchenko_pastur.h"

namespace guise::attacks {
namespace {

constexpr int kTrials = 100;
constexpr double kTrialShare = 0.75;  // of the records in a trial: estimates differ, and noise still has a clear band
constexpr Index kTrialMost = 4000;    // records in a trial: more do not sharpen a histogram of m eigenvalues
constexpr int kCells = 20;            // of the histogram, from 0 to kReach medians: the band of the noise, not the signal
constexpr double kReach = 3;
constexpr double kStep = 0.01, kThreshold = 2.5;  // variances tried, in medians

double median_of_falling(const Vector& values, Index count) {
  return (values((count - 1) / 2) + values(count / 2)) / 2;
}

/// How many eigenvalues are not 0 by lack of records.
Index rank_limit(const Vector& eigenvalues, double freedom) {
  return std::max<Index>(1, std::min(eigenvalues.size(), static_cast<Index>(freedom)));
}

/// Share of the noise's eigenvalues in each of the cells [i, i + 1) width.
Vector noise_shares(double variance, double width, double records, double attributes) {
  constexpr int kPoints = 8;  // per cell, midpoint rule
  Vector shares = Vector::Zero(kCells);
  for (int cell = 0; cell < kCells; ++cell)
    for (int i = 0; i < kPoints; ++i)
      shares(cell) += theory::marchenko_pastur_density((cell + (i + 0.5) / kPoints) * width, variance, records, attributes) *
                      width / kPoints;
  return shares;
}

/// One trial: tries variances from near zero up and returns the best, or 0 when that is the threshold.
double fit_once(const Vector& eigenvalues, double freedom) {
  const Index count = rank_limit(eigenvalues, freedom);
  const double median = median_of_falling(eigenvalues, count), attributes = static_cast<double>(eigenvalues.size());
  if (median <= 0) return 0;
  const double width = kReach * median / kCells, weight = 1.0 / static_cast<double>(count);
  Vector histogram = Vector::Zero(kCells);
  for (Index i = 0; i < count; ++i)
    if (const auto cell = static_cast<Index>(eigenvalues(i) / width); cell < kCells && eigenvalues(i) >= 0)
      histogram(cell) += weight;
  double best = 0, least = std::numeric_limits<double>::infinity();
  for (double step = kStep; step < kThreshold; step += kStep) {
    const double variance = step * median, edge = theory::marchenko_pastur_band(variance, freedom, attributes).high;
    const double share = static_cast<double>((eigenvalues.head(count).array() <= edge).count()) * weight;
    const double error = (histogram - share * noise_shares(variance, width, freedom, attributes)).squaredNorm();
    if (error < least) {
      least = error;
      best = variance;
    }
  }
  return best < (kThreshold - 1.5 * kStep) * median ? best : 0;
}

Matrix drawn_rows(const Matrix& sample, Index count, const random::Rng& rng, std::uint32_t trial) {
  std::vector<std::uint64_t> priority(static_cast<std::size_t>(sample.rows()));
  rng.words(trial, 0, priority);
  std::vector<Index> rows(priority.size());
  std::iota(rows.begin(), rows.end(), Index{0});
  std::nth_element(rows.begin(), rows.begin() + count - 1, rows.end(), [&](Index a, Index b) {
    return priority[static_cast<std::size_t>(a)] < priority[static_cast<std::size_t>(b)];
  });
  rows.resize(static_cast<std::size_t>(count));
  return sample(rows, Eigen::all);
}

}  // namespace

double median_noise_variance(const Vector& eigenvalues, double freedom) {
  const double m = static_cast<double>(eigenvalues.size()), most = std::max(m, freedom), least = std::min(m, freedom);
  const double median = median_of_falling(eigenvalues, rank_limit(eigenvalues, freedom));
  // sigma^2 = median(s^2) / (N mu_beta), N the larger side; s^2 = freedom times the eigenvalue.
  return std::max(0.0, median * freedom / (most * theory::marchenko_pastur_median(least / most)));
}

double fitted_noise_variance(const Matrix& sample, bool centered, const random::Rng& rng) {
  const Index count = std::clamp<Index>(static_cast<Index>(kTrialShare * static_cast<double>(sample.rows())), 2, kTrialMost);
  std::vector<double> estimates;
  for (std::uint32_t trial = 0; trial < kTrials; ++trial) {
    const Matrix rows = drawn_rows(sample, count, rng, trial);
    const double records = static_cast<double>(count), freedom = centered ? records - 1 : records;
    const Matrix spread = centered ? stats::moments_of(rows).covariance() : Matrix(rows.transpose() * rows / records);
    if (const double estimate = fit_once(linalg::symmetric_spectrum(spread).values, freedom); estimate > 0)
      estimates.push_back(estimate);
  }
  if (estimates.empty()) return 0;
  const Eigen::Map<const Eigen::ArrayXd> all(estimates.data(), static_cast<Index>(estimates.size()));
  const double mean = all.mean(), sd = std::sqrt((all - mean).square().mean());
  // Estimates beyond two standard deviations are discarded. At least one is within, the nearest to the mean.
  const auto kept = ((all - mean).abs() <= 2 * sd * (1 + 1e-12)).cast<double>();
  return (all * kept).sum() / kept.sum();
}

}  // namespace guise::attacks
