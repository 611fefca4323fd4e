// SPDX-License-Identifier: Apache-2.0
// Expectations of g = f(X) and h = f(Y) for jointly normal X and Y with mean 0: what one hidden unit of the non-linear
// distortion makes of two records. Paper 003, section 4.2 and Lemmas 5.1 and 5.2.
#pragma once
#include "stats/activation.h"

namespace guise::theory {

/// X = a + w'x and Y = a + w'y over the draw of a unit's a and w: sd_x = |(sw x, sa)| (eq. 4.5), rho their correlation
/// (eq. 4.8).
struct HiddenPair {
  double sd_x, sd_y, rho;
};

/// E of products of g and h, and of powers of d = g - h, which have no cancellation for records close to each other.
struct PairMoments {
  double gg, gh, hh, dd;
  double gggg, gggh, gghh, ghhh, hhhh, dddd;
};

/// Absolute error below 1e-10 for every standard deviation and correlation, checked to 1e6; relative to sd^2 or sd^4 if f is
/// not bounded. Closed forms for identity and step; an integral over the angle for relu; otherwise over the plane.
PairMoments pair_moments(stats::Activation f, const HiddenPair& pair);

/// E f(X) f(Y) alone, faster. Closed forms for identity, step and relu.
double expected_product(stats::Activation f, const HiddenPair& pair);
double expected_square(stats::Activation f, double sd);  ///< E f(X)^2, a single integral

/// Lemma 5.2: |E f(X) f(Y)| <= sqrt(E f(X)^2 E f(Y)^2). Met with equality for rho = 1 and equal sds, and for an odd f at -1
/// too.
double product_bound(stats::Activation f, double sd_x, double sd_y);

/// Section 6.1: E tanh^2(X) < E clip^2(X) = 2 Phi(-1/s) + s^2 (Phi(1/s) - Phi(-1/s)) - 2 s phi(1/s). At most 1.36 times too
/// large, at s = 0.66; tight for small and large s.
double tanh_square_bound(double sd);

}  // namespace guise::theory
