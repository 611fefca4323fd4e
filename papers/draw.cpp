// SPDX-License-Identifier: Apache-2.0
#include "papers/draw.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "random/laws.h"
#include "random/matrices.h"

namespace guise::papers {

Matrix gaussian(Index rows, Index columns, double sd, const random::Rng& rng) {
  return sd * random::gaussian_matrix(rows, columns, rng);
}

Vector uniform(Index count, double low, double high, const random::Rng& rng) {
  Vector out(count);
  random::fill_uniform(rng, 0, 0, {out.data(), static_cast<std::size_t>(count)});
  return low + (high - low) * out.array();
}

Vector skewed(Index count, const Shape& shape, const random::Rng& rng) {
  const double a = 4 / square(shape.skewness);  // of the gamma law: mean a, variance a, skewness 2 / sqrt(a)
  return uniform(count, 0, 1, rng).unaryExpr([&](double u) {
    return shape.mean + shape.sd * (boost::math::gamma_p_inv(a, u) - a) / std::sqrt(a);
  });
}

Matrix laplace(Index records, Index attributes, const random::Rng& rng) {
  Matrix out(records, attributes);
  for (Index j = 0; j < attributes; ++j)
    random::fill_laplace(rng, static_cast<std::uint32_t>(j), 0, {out.col(j).data(), static_cast<std::size_t>(records)});
  return out;
}

Vector shuffled(const Vector& values, const random::Rng& rng) {
  const Vector keys = uniform(values.size(), 0, 1, rng);
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, {}, [&](Index i) { return std::pair(keys[i], i); });
  return values(order);
}

Matrix split(const Vector& series, Index columns) {
  assert(series.size() % columns == 0 && "the runs have equal length");
  return Eigen::Map<const Matrix>(series.data(), series.size() / columns, columns);
}

Vector joined(const Matrix& columns) {
  return Eigen::Map<const Vector>(columns.data(), columns.size());
}

double mean_variance(const Matrix& data) {
  return (data.rowwise() - data.colwise().mean()).array().square().mean();
}

attacks::Knowledge knows_white(Index attributes, double variance) {
  return knows_shaped(variance * Matrix::Identity(attributes, attributes));
}

attacks::Knowledge knows_shaped(const Matrix& covariance) {
  attacks::Knowledge known;
  known.noise_law = random::Law::gaussian;
  known.noise_covariance = covariance;
  return known;
}

}  // namespace guise::papers
