// SPDX-License-Identifier: Apache-2.0
#include "mining/moment_errors.h"

#include <algorithm>
#include <cmath>

namespace guise::mining {
namespace {

// Of the variance that Gaussian records would give: the least that any law leaves, but for a coin's.
constexpr double kLeast = 0.1;

}  // namespace

MomentErrors::MomentErrors(const Data& data, const SecondMoments& found)
    : found_(found), cumulants_(fourth_cumulants(data, found)), factors_(variance_factors(data)) {}

/// Cov(c_ij, c_kl) = cumulant / n + (c_ik c_jl + c_il c_jk) / (n - 1); of the indices only two differ.
double MomentErrors::between(Index i, Index j, Index k, Index l) const {
  const Matrix& c = found_.of_rows;
  const Index first = i, other = j != i ? j : k != i ? k : l;
  const auto firsts = (i == first) + (j == first) + (k == first) + (l == first);
  const double cumulant = firsts == 2   ? cumulants_.two_two(first, other)
                          : firsts == 1 ? cumulants_.three_one(other, first)
                                        : cumulants_.three_one(first, other);
  return cumulant / found_.records + (c(i, k) * c(j, l) + c(i, l) * c(j, k)) / (found_.records - 1);
}

double MomentErrors::covariance_variance(Index i, Index j) const {
  const Matrix& c = found_.of_rows;
  const double gaussian = (c(i, i) * c(j, j) + square(c(i, j))) / (found_.records - 1);
  const double own = std::max(between(i, j, i, j), kLeast * gaussian);
  if (i != j || factors_(i) == 1) return own;
  // second / (1 + s^2) - mean^2 varies as a d^2 + 2 (a - 1) mean d does, with a = 1 / (1 + s^2).
  const double a = factors_(i), b = 2 * (a - 1) * found_.mean(i);
  return std::max(0.0, square(a) * own + (square(b) * c(i, i) + 2 * a * b * cumulants_.third(i)) / found_.records);
}

double MomentErrors::correlation_variance(Index x, Index y, double r) const {
  const double sx = found_.covariance(x, x), sy = found_.covariance(y, y);
  const Eigen::Vector3d slope(1 / std::sqrt(sx * sy), -r * factors_(x) / (2 * sx), -r * factors_(y) / (2 * sy));
  const Index pairs[3][2] = {{x, y}, {x, x}, {y, y}};
  double variance = 0, gaussian = 0;
  const Matrix& c = found_.of_rows;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      const auto [i, j] = pairs[a];
      const auto [k, l] = pairs[b];
      variance += slope(a) * slope(b) * between(i, j, k, l);
      gaussian += slope(a) * slope(b) * (c(i, k) * c(j, l) + c(i, l) * c(j, k)) / (found_.records - 1);
    }
  return std::max({0.0, variance, kLeast * gaussian});
}

}  // namespace guise::mining
