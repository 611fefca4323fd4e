// SPDX-License-Identifier: Apache-2.0
// The figures the two papers print about a reconstruction.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::papers {

double mean_square(const Matrix& error);
double rmse(const Matrix& guess, const Matrix& truth);

/// Components kept by a projection: the rank of its guess (of the guess less its column means when those were set aside).
Index components_kept(const Matrix& guess, bool centered);

/// ||guess' guess / n - expected|| / ||expected||, Frobenius: the covariance error of paper 001, figure 11, for zero means.
double covariance_error(const Matrix& guess, const Matrix& expected);

/// Half the L1 distance of two lists of probabilities.
double total_variation(const std::vector<double>& p, const std::vector<double>& q);
/// Shares of the values in equal cells of [low, high); values outside count in the end cells.
std::vector<double> cell_shares(const Vector& values, double low, double high, int cells);
/// Largest distance of two empirical distribution functions.
double kolmogorov_smirnov(Vector a, Vector b);

/// Paper 002, definition 8.1, between correlations. The definition divides the root of the sum by m^2 - m; the root mean
/// square, which does not shrink with m, is `rms` (erratum 36).
struct Dissimilarity {
  double rms, literal;
};
Dissimilarity correlation_dissimilarity(const Matrix& covariance_a, const Matrix& covariance_b);

}  // namespace guise::papers
