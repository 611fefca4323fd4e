// SPDX-License-Identifier: Apache-2.0
// Powers of two by Stockham's order, whose inner loops run along memory; other lengths as a convolution with a chirp (Bluestein
// 1970).
#include "linalg/fourier.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <numbers>
#include <utility>

#include "base/clones.h"

namespace guise::linalg {
namespace {

/// One stage: pairs of values `half` blocks of `stride` apart become their sum and their difference, turned by w.
GUISE_CLONES void pair_up(const double* real, const double* imaginary, const double* turn_real, const double* turn_imaginary,
                          Index half, Index stride, double* out_real, double* out_imaginary) {
  for (Index p = 0; p < half; ++p) {
    const double wr = turn_real[p * stride], wi = turn_imaginary[p * stride];
    const double *ar = real + p * stride, *ai = imaginary + p * stride;
    const double *br = ar + half * stride, *bi = ai + half * stride;
    double *sum_r = out_real + 2 * p * stride, *sum_i = out_imaginary + 2 * p * stride;
    double *rest_r = sum_r + stride, *rest_i = sum_i + stride;
    for (Index q = 0; q < stride; ++q) {
      const double dr = ar[q] - br[q], di = ai[q] - bi[q];
      sum_r[q] = ar[q] + br[q];
      sum_i[q] = ai[q] + bi[q];
      rest_r[q] = dr * wr - di * wi;
      rest_i[q] = dr * wi + di * wr;
    }
  }
}

/// exp(-2 pi i k / n) for k < n / 2. Kept for every power of two that was asked for: lengths come again and again.
std::shared_ptr<const ComplexSeries> turns(Index n) {
  static std::mutex mutex;
  static std::array<std::shared_ptr<const ComplexSeries>, 64> known;
  const std::lock_guard lock(mutex);
  auto& out = known[static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(n)))];
  if (!out) {
    ComplexSeries made{Vector(n / 2), Vector(n / 2)};
    for (Index k = 0; k < n / 2; ++k) {
      const double angle = -2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n);
      made.real[k] = std::cos(angle);
      made.imaginary[k] = std::sin(angle);
    }
    out = std::make_shared<const ComplexSeries>(std::move(made));
  }
  return out;
}

ComplexSeries of_power_of_two(ComplexSeries series) {
  const Index n = series.real.size();
  if (n < 2) return series;
  const std::shared_ptr<const ComplexSeries> turn = turns(n);
  ComplexSeries other{Vector(n), Vector(n)};
  for (Index half = n / 2, stride = 1; half >= 1; half /= 2, stride *= 2) {
    pair_up(series.real.data(), series.imaginary.data(), turn->real.data(), turn->imaginary.data(), half, stride,
            other.real.data(), other.imaginary.data());
    std::swap(series, other);
  }
  return series;
}

ComplexSeries product(const ComplexSeries& a, const ComplexSeries& b) {
  return {a.real.cwiseProduct(b.real) - a.imaginary.cwiseProduct(b.imaginary),
          a.real.cwiseProduct(b.imaginary) + a.imaginary.cwiseProduct(b.real)};
}

/// k t = (k^2 + t^2 - (k - t)^2) / 2.
ComplexSeries of_any_length(const ComplexSeries& series) {
  const Index n = series.real.size();
  const auto length = static_cast<Index>(std::bit_ceil(static_cast<std::uint64_t>(2 * n - 1)));
  ComplexSeries chirp{Vector(n), Vector(n)};
  for (Index k = 0; k < n; ++k) {  // the square modulo 2 n: large angles lose digits
    const auto square = static_cast<std::uint64_t>(k) * static_cast<std::uint64_t>(k) % static_cast<std::uint64_t>(2 * n);
    const double angle = -std::numbers::pi * static_cast<double>(square) / static_cast<double>(n);
    chirp.real[k] = std::cos(angle);
    chirp.imaginary[k] = std::sin(angle);
  }
  ComplexSeries turned{Vector::Zero(length), Vector::Zero(length)}, filter = turned;
  const ComplexSeries own = product(series, chirp);
  turned.real.head(n) = own.real;
  turned.imaginary.head(n) = own.imaginary;
  filter.real.head(n) = chirp.real;
  filter.imaginary.head(n) = -chirp.imaginary;
  filter.real.tail(n - 1) = chirp.real.tail(n - 1).reverse();
  filter.imaginary.tail(n - 1) = -chirp.imaginary.tail(n - 1).reverse();
  ComplexSeries both = product(of_power_of_two(std::move(turned)), of_power_of_two(std::move(filter)));
  both = inverse_fourier(std::move(both));
  return product({both.real.head(n), both.imaginary.head(n)}, chirp);
}

}  // namespace

ComplexSeries fourier(ComplexSeries series) {
  const bool power = std::has_single_bit(static_cast<std::uint64_t>(series.real.size()));
  return power || series.real.size() < 2 ? of_power_of_two(std::move(series)) : of_any_length(series);
}

ComplexSeries inverse_fourier(ComplexSeries spectrum) {
  const double share = 1 / static_cast<double>(spectrum.real.size());
  std::swap(spectrum.real, spectrum.imaginary);  // exchanged parts turn the other way
  ComplexSeries out = fourier(std::move(spectrum));
  std::swap(out.real, out.imaginary);
  out.real *= share;
  out.imaginary *= share;
  return out;
}

}  // namespace guise::linalg
