// SPDX-License-Identifier: Apache-2.0
#include "theory/product_series.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "theory/plane_integrals.h"

namespace guise::theory {
namespace {

using stats::Activation;

constexpr Index kTerms = 50;  // odd powers up to 99: more would only help records that are next to each other and long
constexpr int kSteps = 60;    // Newton's method needs about five, bisection alone would need 50

struct Value {
  double at, slope;
};

/// sum_i c_i rho^(2i+1) and its slope.
Value odd_series(const Vector& c, double rho) {
  const double t = rho * rho;
  double sum = 0, slope = 0;
  for (Index i = c.size() - 1; i >= 0; --i) {
    slope = slope * t + sum;
    sum = sum * t + c[i];
  }
  return {.at = sum * rho, .slope = sum + 2 * t * slope};
}

}  // namespace

ProductSeries::ProductSeries(Activation f, const Vector& sds) : coefficients_(kTerms + 1, sds.size()) {
  require(f == Activation::tanh || f == Activation::sigmoid || f == Activation::clip,
          "the series is for tanh, sigmoid and clip; {} has a closed form", stats::facts_of(f).name);
  // sigmoid(x) = (1 + tanh(x/2)) / 2
  const bool sigmoid = f == Activation::sigmoid, clip = f == Activation::clip;
  if (sigmoid) offset_ = factor_ = 0.25;
  tbb::parallel_for(Index{0}, sds.size(), [&](Index i) {
    const double sd = sigmoid ? sds[i] / 2 : sds[i], whole = clip ? clip_square(sd) : tanh_square(sd);
    auto column = coefficients_.col(i);
    column.head(kTerms) = clip ? clip_coefficients(sd, kTerms) : tanh_coefficients(sd, kTerms);
    column[kTerms] = std::sqrt(std::max(0.0, whole - column.head(kTerms).squaredNorm()));
  });
}

double ProductSeries::product(Index i, Index j, double rho) const {
  return offset_ + factor_ * odd_series(coefficients_.col(i).cwiseProduct(coefficients_.col(j)), rho).at;
}

double ProductSeries::error_bound(Index i, Index j, double rho) const {
  // By Cauchy and Schwarz the terms left out sum up to r r' |rho|^101 at most, and as much is put in their place.
  const double power = std::pow(std::fabs(rho), static_cast<double>(2 * kTerms + 1));
  return 2 * factor_ * power * coefficients_(kTerms, i) * coefficients_(kTerms, j);
}

double ProductSeries::rho(Index i, Index j, double product) const {
  const Vector c = coefficients_.col(i).cwiseProduct(coefficients_.col(j));
  const double signed_target = (product - offset_) / factor_, target = std::fabs(signed_target), most = c.sum();
  if (!(target < most)) return std::copysign(1.0, signed_target);
  double low = 0, high = 1, rho = target / most;
  for (int step = 0; step < kSteps; ++step) {
    const Value value = odd_series(c, rho);
    (value.at < target ? low : high) = rho;
    const double next = rho - (value.at - target) / value.slope;
    const double before = rho;
    rho = next > low && next < high ? next : 0.5 * (low + high);
    if (std::fabs(rho - before) < 1e-14) break;
  }
  return std::copysign(rho, signed_target);
}

}  // namespace guise::theory
