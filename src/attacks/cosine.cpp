// SPDX-License-Identifier: Apache-2.0
// Makhoul, "A fast cosine transform in one and two dimensions" (1980): a Fourier transform of the values in another order,
// turned.
#include "attacks/cosine.h"

#include <cmath>
#include <complex>
#include <numbers>
#include <unsupported/Eigen/FFT>
#include <vector>

namespace guise::attacks {
namespace {

using Complex = std::complex<double>;

/// Where value t stands in the order of the transform: even places rise, odd ones come back.
Index place(Index t, Index n) {
  return t % 2 == 0 ? t / 2 : n - 1 - t / 2;
}

double scale(Index k, Index n) {
  return std::sqrt((k == 0 ? 1.0 : 2.0) / static_cast<double>(n));
}

std::vector<Complex> turns(Index n) {
  std::vector<Complex> out(static_cast<std::size_t>(n));
  for (Index k = 0; k < n; ++k)
    out[static_cast<std::size_t>(k)] =
        std::polar(1.0, -std::numbers::pi * static_cast<double>(k) / (2 * static_cast<double>(n)));
  return out;
}

}  // namespace

Matrix cosine_transform(const Matrix& series) {
  const Index n = series.rows();
  if (n < 2) return series;
  const std::vector<Complex> turn = turns(n);
  std::vector<Complex> ordered(turn.size()), spectrum;
  Matrix out(n, series.cols());
  Eigen::FFT<double> fft;
  for (Index j = 0; j < series.cols(); ++j) {
    for (Index t = 0; t < n; ++t) ordered[static_cast<std::size_t>(place(t, n))] = series(t, j);
    fft.fwd(spectrum, ordered);
    for (Index k = 0; k < n; ++k) {
      const auto at = static_cast<std::size_t>(k);
      out(k, j) = scale(k, n) * (spectrum[at] * turn[at]).real();
    }
  }
  return out;
}

Matrix inverse_cosine_transform(const Matrix& coefficients) {
  const Index n = coefficients.rows();
  if (n < 2) return coefficients;
  const std::vector<Complex> turn = turns(n);
  std::vector<Complex> spectrum(turn.size()), ordered;
  Matrix out(n, coefficients.cols());
  Eigen::FFT<double> fft;
  for (Index j = 0; j < coefficients.cols(); ++j) {
    for (Index k = 0; k < n; ++k) {
      const double own = coefficients(k, j) / scale(k, n), other = k == 0 ? 0 : coefficients(n - k, j) / scale(n - k, n);
      spectrum[static_cast<std::size_t>(k)] = Complex(own, -other) * std::conj(turn[static_cast<std::size_t>(k)]);
    }
    fft.inv(ordered, spectrum);
    for (Index t = 0; t < n; ++t) out(t, j) = ordered[static_cast<std::size_t>(place(t, n))].real();
  }
  return out;
}

}  // namespace guise::attacks
