// SPDX-License-Identifier: Apache-2.0
// Differential privacy of random sums over records plus noise, U = R X + w Z, with R (rows x records) and Z of independent
// standard normal entries, both fresh, secret and used once; records no longer than B; a record added or removed. Blocki, Blum,
// Datta and Sheffet (2012); Sheffet (2017). The bounds there are not sharp; these are exact at their worst case.
#pragma once
#include <cstdint>

namespace guise::theory {

/// A row of U is N(0, X'X + w^2 I), and a record x adds xx' to that covariance; after whitening, one direction has variance 1
/// with it and 1 - s without, s = x'(X'X + w^2 I)^-1 x <= B^2 / (B^2 + w^2) with it in X.
struct Sketch {
  double leverage;    ///< s, between 0 and 1
  std::int64_t rows;  ///< r of U
};

/// The most that s can be; noise and length in the same units.
double leverage_of(double length, double noise);

/// Telling r draws of N(0, 1) from r draws of N(0, 1 - s), by the sum of their squares, a chi-square variable.
double sketch_delta_with(double epsilon, const Sketch& sketch);     ///< P with the record, Q without it
double sketch_delta_without(double epsilon, const Sketch& sketch);  ///< the other way round
double sketch_delta(double epsilon, const Sketch& sketch);          ///< the larger one
double sketch_epsilon(const Sketch& sketch, double delta);          ///< the least epsilon, rounded up

/// The noise w over the length B of the longest record that is enough for (epsilon, delta), rounded up.
double sketch_noise_for(double epsilon, double delta, std::int64_t rows);

/// Who would guess something about a record with probability `prior` from a release without it succeeds at most this often with
/// it: the least of e^epsilon prior + delta over epsilon.
double sketch_success_bound(double prior, const Sketch& sketch);

}  // namespace guise::theory
