// SPDX-License-Identifier: Apache-2.0
#include "attacks/ssa.h"

#include <algorithm>
#include <cmath>

#include "linalg/spectrum.h"
#include "theory/singular_shrinkage.h"

namespace guise::attacks {
namespace {

/// H H' of the Hankel matrix H(a, t) = z[a + t], a < L, t < K = n - L + 1.
Matrix lag_products(const Vector& z, Index window) {
  const Index k = z.size() - window + 1;
  Matrix c(window, window);
  for (Index b = 0; b < window; ++b) {
    c(0, b) = z.head(k).dot(z.segment(b, k));
    // One step down the diagonal the sum loses its first term and gains one at the end.
    for (Index a = 0; a + b + 1 < window; ++a) c(a + 1, a + b + 1) = c(a, a + b) + z[a + k] * z[a + b + k] - z[a] * z[a + b];
  }
  return c.selfadjointView<Eigen::Upper>();
}

}  // namespace

SpectrumFilter::SpectrumFilter(const Runs& series, double noise_variance, Index window) {
  Index longest = 0;
  for (const Vector& run : series) longest = std::max(longest, run.size());
  const Index length = std::max<Index>(1, std::min(window, longest / 2));
  double windows = 0;
  Matrix products = Matrix::Zero(length, length);
  for (const Vector& run : series) {
    if (run.size() < length) continue;
    products += lag_products(run, length);
    windows += static_cast<double>(run.size() - length + 1);
  }
  const double beta = static_cast<double>(length) / windows;
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(products / windows);
  Vector kept = Vector::Zero(length);
  for (Index i = 0; i < length; ++i) {
    // Singular value over sigma sqrt(K) is the root of the eigenvalue over sigma.
    const double y = std::sqrt(std::max(0.0, spectrum.values[i]) / noise_variance);
    kept[i] = y > 0 ? theory::shrunk_singular_value(y, beta) / y : 0;
    components_ += kept[i] > 0;
  }
  window_ = spectrum.vectors * kept.asDiagonal() * spectrum.vectors.transpose();
  // Record t lies in L windows, at place a in the one that begins at t - a, and gets the mean over a of sum_b W(a, b) z[t - a +
  // b].
  filter_ = Vector::Zero(2 * length - 1);
  for (Index a = 0; a < length; ++a)
    for (Index b = 0; b < length; ++b) filter_[length - 1 - a + b] += window_(a, b) / static_cast<double>(length);
}

/// Near the ends of the table fewer windows hold the record.
double SpectrumFilter::average_at(const Vector& series, Index t) const {
  const Index length = window_.rows(), n = series.size();
  const Index first = std::max<Index>(0, t - (n - length)), last = std::min(length - 1, t);
  double sum = 0;
  for (Index a = first; a <= last; ++a) sum += window_.row(a).dot(series.segment(t - a, length));
  return sum / static_cast<double>(last - first + 1);
}

Vector SpectrumFilter::smooth(const Series& series) const {
  const Index n = series.values.size();
  Vector out = filter_own(series, filter_, reach());
  for (Index i = 0; i < series.count; ++i) {
    const Index t = series.before + i;
    if (t < reach() || t >= n - reach()) out[i] = average_at(series.values, t);
  }
  return out;
}

}  // namespace guise::attacks
