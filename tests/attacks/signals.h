// SPDX-License-Identifier: Apache-2.0
// Data and helpers for tests of attacks that take one attribute at a time or follow the order of the records.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "attacks/in_memory.h"
#include "base/matrix.h"
#include "random/matrices.h"
#include "random/rng.h"

namespace guise::attacks::testing {

/// Paper 001's trend data: 300 records, 35 waves (sine, square, triangle by turns) of `cycles` periods and several amplitudes.
inline Matrix trend_data(const std::array<double, 3>& cycles) {
  Matrix x(300, 35);
  for (Index i = 0; i < 300; ++i)
    for (Index j = 0; j < 35; ++j) {
      const double t = (static_cast<double>(i) + 0.5) / 300, c = cycles[static_cast<std::size_t>((j / 3) % 3)];
      const double sine = std::sin(2 * std::numbers::pi * c * t);
      const double wave = j % 3 == 0 ? sine : j % 3 == 1 ? (sine > 0) - (sine < 0) : 2 / std::numbers::pi * std::asin(sine);
      x(i, j) = wave * (1 + static_cast<double>(j % 5) / 5);
    }
  return x;
}
inline constexpr std::array<double, 3> kSlow = {1, 2, 3}, kFast = {10, 15, 20};

/// Standard deviation of noise at that ratio of mean variance to noise variance.
inline double noise_for(const Matrix& x, double snr) {
  const Matrix centred = x.rowwise() - x.colwise().mean();
  return std::sqrt(centred.squaredNorm() / static_cast<double>(x.size()) / snr);
}

inline Matrix noise(Index rows, Index columns, double sd, std::uint64_t seed) {
  return sd * random::gaussian_matrix(rows, columns, random::Rng::from_seed(seed).fork("noise"));
}

inline Matrix square_waves(const Matrix& trend) {
  Matrix out(trend.rows(), 12);
  for (Index j = 0; j < 12; ++j) out.col(j) = trend.col(1 + 3 * j);
  return out;
}

/// x_t = rho x_{t-1} + sqrt(1 - rho^2) u_t: variance 1.
inline Vector first_order(Index n, double rho, std::uint64_t seed) {
  const Vector u = random::gaussian_matrix(n, 1, random::Rng::from_seed(seed).fork("series"));
  Vector x(n);
  x[0] = u[0];
  for (Index t = 1; t < n; ++t) x[t] = rho * x[t - 1] + std::sqrt(1 - rho * rho) * u[t];
  return x;
}

/// Distribution function of the triangle on [0, 1], inverted.
inline double triangular_quantile(double u) {
  return u < 0.5 ? std::sqrt(u / 2) : 1 - std::sqrt((1 - u) / 2);
}

inline double mean_square(const Matrix& a) {
  return a.squaredNorm() / static_cast<double>(a.size());
}
inline double rms(const Matrix& a) {
  return std::sqrt(mean_square(a));
}

inline Knowledge white(Index attributes, double sd) {
  Knowledge known;
  known.noise_covariance = Matrix(square(sd) * Matrix::Identity(attributes, attributes));
  known.noise_law = random::Law::gaussian;
  return known;
}

inline Outcome learn_from(std::string_view spec, const Matrix& released, const Knowledge& known) {
  const Call call = parse_call(spec);
  const Attack& attack = find_attack(call.name);
  return learn(attack, gather(released, known), known, check_params(attack.params, call, "attack"), random::Rng::from_seed(0));
}

/// The guess put together from windows of `length` records with the neighbours the attack asked for.
inline Matrix guess_by_windows(const Reconstruction& reconstruction, const Matrix& released, Index length) {
  Matrix out(released.rows(), released.cols());
  for (Index first = 0; first < released.rows(); first += length) {
    const Index count = std::min(length, released.rows() - first);
    const Index before = std::min<Index>(first, reconstruction.halo);
    const Index after = std::min<Index>(released.rows() - first - count, reconstruction.halo);
    const Observed observed{.first_record = first - before,
                            .released = released.middleRows(first - before, before + count + after),
                            .known = Matrix(before + count + after, 0),
                            .second = Matrix(before + count + after, 0),
                            .before = before,
                            .count = count};
    out.middleRows(first, count) = reconstruction.guess(observed).values;
  }
  return out;
}

}  // namespace guise::attacks::testing
