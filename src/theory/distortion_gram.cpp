// SPDX-License-Identifier: Apache-2.0
#include "theory/distortion_gram.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>

#include "base/error.h"
#include "theory/distortion_estimate.h"
#include "theory/product_series.h"

namespace guise::theory {
namespace {

using stats::Activation;
using Correlation = std::function<double(Index, Index, double)>;  // of records i and j, from E f(X) f(Y)

Correlation correlation_for(Activation f, const Vector& sds) {
  switch (f) {
    case Activation::identity:
      return [&sds](Index i, Index j, double product) {
        const double size = sds[i] * sds[j];
        return size > 0 ? std::clamp(product / size, -1.0, 1.0) : 0;
      };
    case Activation::step:
      return [](Index, Index, double product) { return std::sin(0.5 * std::numbers::pi * std::clamp(product, -1.0, 1.0)); };
    case Activation::relu:
      return [&sds](Index i, Index j, double product) { return rho_of_product(Activation::relu, sds[i], sds[j], product); };
    default:
      break;
  }
  const auto series = std::make_shared<const ProductSeries>(f, sds);
  return [series](Index i, Index j, double product) { return series->rho(i, j, product); };
}

}  // namespace

Matrix estimate_inner_products(const Distortion& d, const Matrix& released, const std::optional<Vector>& squares) {
  check(d);
  require(d.sw > 0 && d.sq > 0, "a distortion with sw = {} and sq = {} keeps nothing of the originals", d.sw, d.sq);
  require(released.cols() == d.out, "the release has {} columns, the distortion {} outputs", released.cols(), d.out);
  require(squares || d.f != Activation::step, "a step does not show how long a record is; give the lengths");
  require(!squares || squares->size() == released.rows(), "{} squared lengths for {} records", squares ? squares->size() : 0,
          released.rows());
  const double units = static_cast<double>(d.hidden) * square(d.sq);
  const Matrix products = ((released * released.transpose() / static_cast<double>(d.out)).array() - square(d.sb)) / units;
  Vector sds(released.rows());
  tbb::parallel_for(Index{0}, sds.size(), [&](Index i) {
    sds[i] = squares ? std::hypot(d.sa, d.sw * std::sqrt((*squares)[i])) : sd_of_square(d.f, products(i, i), d.sa);
  });
  const Correlation correlation = correlation_for(d.f, sds);
  Matrix out(sds.size(), sds.size());
  tbb::parallel_for(Index{0}, sds.size(), [&](Index i) {
    for (Index j = 0; j <= i; ++j) {
      const double rho = i == j ? 1 : correlation(i, j, products(i, j));
      out(i, j) = out(j, i) = (rho * sds[i] * sds[j] - square(d.sa)) / square(d.sw);
    }
  });
  return out;
}

Matrix squared_distances_of(const Matrix& inner) {
  const Vector squares = inner.diagonal();
  Matrix out = (-2 * inner).colwise() + squares;
  out.rowwise() += squares.transpose();
  return out.cwiseMax(0);
}

}  // namespace guise::theory
