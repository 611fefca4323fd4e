// SPDX-License-Identifier: Apache-2.0
// Makhoul, "A fast cosine transform in one and two dimensions" (1980): a Fourier transform of the values in another order,
// turned.
#include "attacks/cosine.h"

#include <cmath>
#include <numbers>

#include "linalg/fourier.h"

namespace guise::attacks {
namespace {

using linalg::ComplexSeries;

/// Where value t stands in the order of the transform: even places rise, odd ones come back.
Index place(Index t, Index n) {
  return t % 2 == 0 ? t / 2 : n - 1 - t / 2;
}

double scale(Index k, Index n) {
  return std::sqrt((k == 0 ? 1.0 : 2.0) / static_cast<double>(n));
}

/// exp(-i pi k / 2n).
ComplexSeries turns(Index n) {
  ComplexSeries out{Vector(n), Vector(n)};
  for (Index k = 0; k < n; ++k) {
    const double angle = -std::numbers::pi * static_cast<double>(k) / (2 * static_cast<double>(n));
    out.real[k] = std::cos(angle);
    out.imaginary[k] = std::sin(angle);
  }
  return out;
}

}  // namespace

// Two columns at a time, one as the real and one as the imaginary part: their spectra are (z[k] + conj z[n - k]) / 2 and
// (z[k] - conj z[n - k]) / 2i.
Matrix cosine_transform(const Matrix& series) {
  const Index n = series.rows();
  if (n < 2) return series;
  const ComplexSeries turn = turns(n);
  Matrix out(n, series.cols());
  for (Index j = 0; j < series.cols(); j += 2) {
    const bool both = j + 1 < series.cols();
    ComplexSeries z{Vector(n), Vector::Zero(n)};
    for (Index t = 0; t < n; ++t) {
      z.real[place(t, n)] = series(t, j);
      if (both) z.imaginary[place(t, n)] = series(t, j + 1);
    }
    z = linalg::fourier(std::move(z));
    for (Index k = 0; k < n; ++k) {
      const Index mirror = k == 0 ? 0 : n - k;
      const double half = scale(k, n) / 2, re = turn.real[k], im = turn.imaginary[k];
      out(k, j) = half * ((z.real[k] + z.real[mirror]) * re - (z.imaginary[k] - z.imaginary[mirror]) * im);
      if (both) out(k, j + 1) = half * ((z.imaginary[k] + z.imaginary[mirror]) * re + (z.real[k] - z.real[mirror]) * im);
    }
  }
  return out;
}

Matrix inverse_cosine_transform(const Matrix& coefficients) {
  const Index n = coefficients.rows();
  if (n < 2) return coefficients;
  const ComplexSeries turn = turns(n);
  Matrix out(n, coefficients.cols());
  for (Index j = 0; j < coefficients.cols(); j += 2) {
    const bool both = j + 1 < coefficients.cols();
    ComplexSeries z{Vector(n), Vector(n)};
    for (Index k = 0; k < n; ++k) {
      // (own - i other) conj(turn) of the first column, and i times that of the second.
      const auto add = [&](Index column, double& real, double& imaginary) {
        const double own = coefficients(k, column) / scale(k, n),
                     other = k == 0 ? 0 : coefficients(n - k, column) / scale(n - k, n);
        real = own * turn.real[k] - other * turn.imaginary[k];
        imaginary = -other * turn.real[k] - own * turn.imaginary[k];
      };
      double real = 0, imaginary = 0;
      add(j, z.real[k], z.imaginary[k]);
      if (both) add(j + 1, real, imaginary);
      z.real[k] -= imaginary;
      z.imaginary[k] += real;
    }
    z = linalg::inverse_fourier(std::move(z));
    for (Index t = 0; t < n; ++t) {
      out(t, j) = z.real[place(t, n)];
      if (both) out(t, j + 1) = z.imaginary[place(t, n)];
    }
  }
  return out;
}

}  // namespace guise::attacks
