// SPDX-License-Identifier: Apache-2.0
#include "stats/ridge_path.h"

#include <algorithm>
#include <cmath>

namespace guise::stats {
namespace {

// Ridges over the largest eigenvalue, three to a decade; an eigenvalue below kRounding of it is rounding error.
constexpr double kLeastRidge = 1e-8, kRounding = 1e-11;
constexpr int kRidges = 28;

}  // namespace

RidgePath::RidgePath(const Matrix& gram, Index rows) : rows_(static_cast<double>(rows)) {
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(gram);
  const Index rank = (spectrum.values.array() > kRounding * spectrum.values[0]).count();
  power_ = spectrum.values.head(rank);
  axes_ = spectrum.vectors.leftCols(rank);
}

RidgePath::Solved RidgePath::solve(const Matrix& products, const Vector& squares) const {
  const Matrix along = axes_.transpose() * products;
  Solved out{.weights = Matrix::Zero(products.rows(), products.cols()), .error = Vector::Ones(products.cols())};
  for (Index j = 0; j < products.cols(); ++j) {
    if (!(squares[j] > 0) || power_.size() == 0) continue;
    const Vector explained = along.col(j).cwiseAbs2().cwiseQuotient(power_);  // of the target along each axis
    double best = 0;
    for (int step = 0; step < kRidges; ++step) {
      const double ridge = kLeastRidge * std::pow(10, step / 3.0) * power_[0];
      const auto kept = power_.array() / (power_.array() + ridge);
      const double left = squares[j] - (explained.array() * kept * (2 - kept)).sum(),
                   error = left / squares[j] / square(1 - std::min((kept.sum() + 1) / rows_, 0.999));
      if (error >= out.error[j]) continue;
      out.error[j] = error;
      best = ridge;
    }
    if (best > 0) out.weights.col(j) = axes_ * (along.col(j).array() / (power_.array() + best)).matrix();
  }
  return out;
}

}  // namespace guise::stats
