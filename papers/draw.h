// SPDX-License-Identifier: Apache-2.0
// Random draws shared by the experiments, and what an adversary who knows the noise is told.
#pragma once
#include "attacks/knowledge.h"
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::papers {

Matrix gaussian(Index rows, Index columns, double sd, const random::Rng& rng);
Vector uniform(Index count, double low, double high, const random::Rng& rng);

/// Gamma values, moved and scaled to this mean, standard deviation and (positive) skewness: amounts, ages, durations.
struct Shape {
  double mean, sd, skewness;
};
Vector skewed(Index count, const Shape& shape, const random::Rng& rng);

/// Independent Laplace attributes of mean 0 and variance 1.
Matrix laplace(Index records, Index attributes, const random::Rng& rng);

/// The same entries in a random order.
Vector shuffled(const Vector& values, const random::Rng& rng);

/// A series cut into consecutive runs of equal length, one per column, and back (paper 001, section VIII.A).
Matrix split(const Vector& series, Index columns);
Vector joined(const Matrix& columns);

/// Mean over the attributes of their variance, dividing by n: the "variance of actual data" of paper 001, equation (10).
double mean_variance(const Matrix& data);

/// The adversary knows the law and the size of white Gaussian noise.
attacks::Knowledge knows_white(Index attributes, double variance);
attacks::Knowledge knows_shaped(const Matrix& covariance);

}  // namespace guise::papers
