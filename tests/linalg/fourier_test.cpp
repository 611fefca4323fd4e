// SPDX-License-Identifier: Apache-2.0
#include "linalg/fourier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace guise::linalg {
namespace fourier_test {

ComplexSeries series_of(Index n) {
  ComplexSeries out{Vector(n), Vector(n)};
  for (Index t = 0; t < n; ++t) {
    out.real[t] = std::sin(1.7 * static_cast<double>(t * t));
    out.imaginary[t] = std::cos(0.3 * static_cast<double>(t)) + static_cast<double>(t % 3);
  }
  return out;
}

/// The sum as it is defined, for powers of two, primes and others.
TEST(Fourier, IsTheSumItIsDefinedAs) {
  for (const Index n : {1, 2, 3, 8, 12, 37, 64, 100}) {
    const ComplexSeries series = series_of(n), found = fourier(series);
    for (Index k = 0; k < n; ++k) {
      double real = 0, imaginary = 0;
      for (Index t = 0; t < n; ++t) {
        const double angle = -2 * std::numbers::pi * static_cast<double>(k * t % n) / static_cast<double>(n);
        real += series.real[t] * std::cos(angle) - series.imaginary[t] * std::sin(angle);
        imaginary += series.real[t] * std::sin(angle) + series.imaginary[t] * std::cos(angle);
      }
      EXPECT_NEAR(found.real[k], real, 1e-11) << n;
      EXPECT_NEAR(found.imaginary[k], imaginary, 1e-11) << n;
    }
  }
}

TEST(Fourier, ComesBack) {
  for (const Index n : {1, 5, 1024, 1841}) {
    const ComplexSeries series = series_of(n), back = inverse_fourier(fourier(series));
    EXPECT_LT((back.real - series.real).cwiseAbs().maxCoeff(), 1e-11) << n;
    EXPECT_LT((back.imaginary - series.imaginary).cwiseAbs().maxCoeff(), 1e-11) << n;
  }
}

}  // namespace fourier_test
}  // namespace guise::linalg
