// SPDX-License-Identifier: Apache-2.0
// The distribution behind noisy numbers. Agrawal and Srikant (SIGMOD 2000); Agrawal and Aggarwal (2001) showed it is EM.
#pragma once
#include "base/matrix.h"
#include "random/laws.h"
#include "stats/histogram.h"

namespace guise::stats {

/// Probabilities of equal cells: cell i covers [low + i width, low + (i + 1) width).
struct Density {
  double low = 0, width = 1;
  Vector probability;
  int iterations = 0;  ///< that reconstructed it
  double center(Index cell) const { return low + (static_cast<double>(cell) + 0.5) * width; }
};

struct Reconstruction {
  int cells = 100;
  int iterations = 0;  ///< 0: stop by rule (the fixed point is the spiky maximum-likelihood estimate, erratum 29)
};

/// Density of x from the histogram of y = x + r, r from `law` with standard deviation `sd`.
Density reconstruct_density(const Histogram& noisy, random::Law law, double sd, const Reconstruction& how = {});

/// What is known of x after seeing y = x + r.
struct Posterior {
  double mean, sd;
};
/// By the exact integrals over the cells. Where no cell could have given y: the nearest cell that holds any x. Never NaN.
/// `chance`, when given, receives the probability of y within about a cell's width, up to a constant; 0 where y is impossible.
Posterior posterior(const Density& density, random::Law law, double sd, double y, double* chance = nullptr);

/// E[x | y] for each y under that density (paper 002 section 4.2, UDR), and its posterior standard deviation when asked. For
/// more than some thousand numbers PosteriorCurve is faster.
Vector posterior_mean(const Density& density, random::Law law, double sd, const Vector& y, Vector* posterior_sd = nullptr);

}  // namespace guise::stats
