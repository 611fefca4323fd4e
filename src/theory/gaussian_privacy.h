// SPDX-License-Identifier: Apache-2.0
// Differential privacy of Gaussian noise. What depends on one record moves by at most `sensitivity` when the record is replaced
// by any other; noise of standard deviation sd makes mu = sensitivity / sd, and telling the two releases apart is then no
// easier than telling N(0, 1) from N(mu, 1): mu-Gaussian differential privacy (Dong, Roth and Su 2022).
#pragma once
#include <span>

namespace guise::theory {

/// Standard normal distribution; the logarithm is right far out in the tail, where the probability itself is 0 in double.
double normal_cdf(double x);
double log_normal_cdf(double x);
double normal_quantile(double probability);

/// The least delta such that (epsilon, delta)-differential privacy holds: Phi(mu/2 - epsilon/mu) - e^epsilon Phi(-mu/2 -
/// epsilon/mu). Balle and Wang, "Improving the Gaussian Mechanism" (ICML 2018), Theorem 8.
double delta_of(double epsilon, double mu);
double log_delta_of(double epsilon, double mu);
double epsilon_of(double mu, double delta);  ///< the least epsilon, rounded up

/// Standard deviation of noise that is enough for (epsilon, delta), rounded up; the largest mu that is, rounded down.
double sd_for(double epsilon, double delta, double sensitivity = 1);
double mu_for(double epsilon, double delta);

/// Several releases of the same records: the root of the sum of squares, which is exact for Gaussian noise.
double composed(std::span<const double> mu);

/// Who would guess something about a record with probability `prior` without the release succeeds at most this often with it:
/// Phi(Phi^-1(prior) + mu), the power of the best test of that size (hypothesis-testing form of reconstruction robustness,
/// arXiv 2307.03928).
double success_bound(double prior, double mu);

/// rho-zero-concentrated differential privacy, which noise on a grid has with the rho = mu^2 / 2 of Gaussian noise of the same
/// size (Canonne, Kamath and Steinke 2020, Theorem 4). Its epsilon by Bun and Steinke (2016), Proposition 1.3 …
double concentrated_epsilon_simple(double rho, double delta);
/// … and the smaller one of Canonne, Kamath and Steinke (2020), Proposition 12, at its best order alpha.
struct ConcentratedEpsilon {
  double epsilon, order;
};
ConcentratedEpsilon concentrated_epsilon(double rho, double delta);

/// As success_bound. Rényi divergence of any order alpha falls under processing, so that prior^(1 - alpha) success^alpha is at
/// most exp(alpha (alpha - 1) rho); the best alpha is sqrt(ln(1/prior) / rho) and gives prior exp(2 sqrt(rho ln(1/prior)) -
/// rho).
double concentrated_success_bound(double prior, double rho);

}  // namespace guise::theory
