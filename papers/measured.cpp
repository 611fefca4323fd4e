// SPDX-License-Identifier: Apache-2.0
#include "papers/measured.h"

#include <algorithm>
#include <cmath>

#include "linalg/spectrum.h"

namespace guise::papers {

double mean_square(const Matrix& error) {
  return error.array().square().mean();
}
double rmse(const Matrix& guess, const Matrix& truth) {
  return std::sqrt(mean_square(guess - truth));
}

Index components_kept(const Matrix& guess, bool centered) {
  const Matrix off = centered ? Matrix(guess.rowwise() - guess.colwise().mean()) : guess;
  const Vector values = linalg::thin_svd(off).values;
  // Rounding leaves singular values of about 1e-15 of the largest entry; a kept noise direction is larger by ten orders.
  const double floor = 1e-9 * std::sqrt(static_cast<double>(guess.size())) * guess.cwiseAbs().maxCoeff();
  return (values.array() > floor).count();
}

double covariance_error(const Matrix& guess, const Matrix& expected) {
  return (guess.transpose() * guess / static_cast<double>(guess.rows()) - expected).norm() / expected.norm();
}

double total_variation(const std::vector<double>& p, const std::vector<double>& q) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += std::abs(p[i] - q[i]);
  return sum / 2;
}

std::vector<double> cell_shares(const Vector& values, double low, double high, int cells) {
  std::vector<double> shares(static_cast<std::size_t>(cells));
  for (const double value : values) {
    const double cell = std::clamp(std::floor((value - low) / (high - low) * cells), 0.0, static_cast<double>(cells - 1));
    shares[static_cast<std::size_t>(cell)] += 1 / static_cast<double>(values.size());
  }
  return shares;
}

double kolmogorov_smirnov(Vector a, Vector b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  double most = 0;
  for (Index i = 0, j = 0; i < a.size() && j < b.size();) {
    const double value = std::min(a[i], b[j]);  // both functions jump past it before they are compared: ties are one jump
    while (i < a.size() && a[i] <= value) ++i;
    while (j < b.size() && b[j] <= value) ++j;
    most = std::max(most, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                   static_cast<double>(j) / static_cast<double>(b.size())));
  }
  return most;
}

Dissimilarity correlation_dissimilarity(const Matrix& covariance_a, const Matrix& covariance_b) {
  const auto correlation = [](const Matrix& covariance) -> Matrix {
    const Vector scale = covariance.diagonal().cwiseSqrt().cwiseInverse();
    return scale.asDiagonal() * covariance * scale.asDiagonal();
  };
  const double sum = (correlation(covariance_a) - correlation(covariance_b)).squaredNorm();  // the diagonals cancel
  const double pairs = static_cast<double>(covariance_a.size() - covariance_a.rows());
  return {.rms = std::sqrt(sum / pairs), .literal = std::sqrt(sum) / pairs};
}

}  // namespace guise::papers
