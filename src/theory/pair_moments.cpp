// SPDX-License-Identifier: Apache-2.0
#include "theory/pair_moments.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "theory/plane_integrals.h"

namespace guise::theory {
namespace {

using stats::Activation;
constexpr double kPi = std::numbers::pi;

/// The angle between the two records, rho = cos(angle), without loss near rho = +-1.
double angle_of(const ExactPair& p) {
  return std::atan2(p.sine, p.pair.rho);
}

/// 1 - rho, likewise.
double less_than_one(const ExactPair& p) {
  return p.pair.rho > 0 ? square(p.sine) / (1 + p.pair.rho) : 1 - p.pair.rho;
}

PairMoments identity_moments(const ExactPair& exact) {
  const HiddenPair& p = exact.pair;
  const double gg = square(p.sd_x), hh = square(p.sd_y), gh = p.rho * p.sd_x * p.sd_y;
  const double dd = square(p.sd_x - p.sd_y) + 2 * less_than_one(exact) * p.sd_x * p.sd_y;
  return {.gg = gg,
          .gh = gh,
          .hh = hh,
          .dd = dd,
          .gggg = 3 * gg * gg,
          .gggh = 3 * gg * gh,
          .gghh = gg * hh + 2 * gh * gh,
          .ghhh = 3 * hh * gh,
          .hhhh = 3 * hh * hh,
          .dddd = 3 * dd * dd};
}

/// A sign is +-1, except for a unit that is 0 with certainty. The two differ, by 2, with probability angle / pi.
PairMoments step_moments(const ExactPair& exact) {
  const HiddenPair& p = exact.pair;
  const double gg = p.sd_x > 0 ? 1 : 0, hh = p.sd_y > 0 ? 1 : 0, both = gg * hh;
  const double differ = angle_of(exact) / kPi, gh = both * (1 - 2 * differ), one = gg + hh - 2 * both;
  return {.gg = gg,
          .gh = gh,
          .hh = hh,
          .dd = one + 4 * both * differ,
          .gggg = gg,
          .gggh = gh,
          .gghh = both,
          .ghhh = gh,
          .hhhh = hh,
          .dddd = one + 16 * both * differ};
}

/// sd_x sd_y (sin t + (pi - t) cos t) / (2 pi): Cho and Saul (2009), the arc-cosine kernel of degree 1.
double relu_product(const ExactPair& exact) {
  const HiddenPair& p = exact.pair;
  const double t = angle_of(exact);
  return p.sd_x * p.sd_y * (std::sin(t) + (kPi - t) * p.rho) / (2 * kPi);
}

/// In polar coordinates (X, Y) = r (sd_x cos a, sd_y cos(a - t)), and relu only looks at the angle: E r^2 = 2, E r^4 = 8 times
/// integrals of polynomials of sines on the pieces where both, only g, or only h are positive.
PairMoments relu_moments(const ExactPair& exact) {
  const HiddenPair& p = exact.pair;
  using Rule = boost::math::quadrature::gauss<double, 20>;
  const double t = angle_of(exact);
  const auto integral = [](double low, double high, const auto& of) { return Rule::integrate(of, low, high) / (2 * kPi); };
  const auto g = [&](double a) { return p.sd_x * std::cos(a); };
  const auto h = [&](double a) { return p.sd_y * std::cos(a - t); };
  const auto both = [&](const auto& of) { return integral(t - kPi / 2, kPi / 2, of); };
  const double alone = 3 * t / 8 - std::sin(2 * t) / 4 + std::sin(4 * t) / 32;  // of cos^4 over an angle t from its zero on
  const double alone_square = t / 2 - std::sin(2 * t) / 4;
  const double gg = square(p.sd_x), hh = square(p.sd_y);
  return {.gg = gg / 2,
          .gh = relu_product(exact),
          .hh = hh / 2,
          .dd = 2 * (both([&](double a) { return square(g(a) - h(a)); }) + (gg + hh) * alone_square / (2 * kPi)),
          .gggg = 1.5 * gg * gg,
          .gggh = 8 * both([&](double a) { return square(g(a)) * g(a) * h(a); }),
          .gghh = 8 * both([&](double a) { return square(g(a) * h(a)); }),
          .ghhh = 8 * both([&](double a) { return square(h(a)) * g(a) * h(a); }),
          .hhhh = 1.5 * hh * hh,
          .dddd = 8 * (both([&](double a) { return square(square(g(a) - h(a))); }) + (gg * gg + hh * hh) * alone / (2 * kPi))};
}

/// sigmoid(x) = (1 + tanh(x/2)) / 2; products of an odd number of tanh have mean 0.
PairMoments sigmoid_moments(const ExactPair& exact) {
  const HiddenPair& p = exact.pair;
  const PairMoments t = tanh_moments({{p.sd_x / 2, p.sd_y / 2, p.rho}, exact.sine});
  return {.gg = (1 + t.gg) / 4,
          .gh = (1 + t.gh) / 4,
          .hh = (1 + t.hh) / 4,
          .dd = t.dd / 4,
          .gggg = (1 + 6 * t.gg + t.gggg) / 16,
          .gggh = (1 + 3 * t.gg + 3 * t.gh + t.gggh) / 16,
          .gghh = (1 + t.gg + t.hh + 4 * t.gh + t.gghh) / 16,
          .ghhh = (1 + 3 * t.hh + 3 * t.gh + t.ghhh) / 16,
          .hhhh = (1 + 6 * t.hh + t.hhhh) / 16,
          .dddd = t.dddd / 16};
}

void check(const HiddenPair& p) {
  require(p.sd_x >= 0 && p.sd_y >= 0 && std::isfinite(p.sd_x) && std::isfinite(p.sd_y) && std::fabs(p.rho) <= 1,
          "standard deviations must be 0 or more and a correlation between -1 and 1, got {}, {} and {}", p.sd_x, p.sd_y, p.rho);
}

}  // namespace

PairMoments pair_moments(Activation f, const HiddenPair& pair) {
  check(pair);
  return exact_moments(f, exact_pair(pair));
}

PairMoments exact_moments(Activation f, const ExactPair& pair) {
  check(pair.pair);
  switch (f) {
    case Activation::tanh:
      return tanh_moments(pair);
    case Activation::sigmoid:
      return sigmoid_moments(pair);
    case Activation::identity:
      return identity_moments(pair);
    case Activation::step:
      return step_moments(pair);
    case Activation::relu:
      return relu_moments(pair);
    case Activation::clip:
      return clip_moments(pair);
  }
  return {};
}

double expected_product(Activation f, const HiddenPair& pair) {
  check(pair);
  const ExactPair exact = exact_pair(pair);
  switch (f) {
    case Activation::tanh:
      return tanh_product(exact);
    case Activation::sigmoid:
      return (1 + tanh_product({{pair.sd_x / 2, pair.sd_y / 2, pair.rho}, exact.sine})) / 4;
    case Activation::identity:
      return identity_moments(exact).gh;
    case Activation::step:
      return step_moments(exact).gh;
    case Activation::relu:
      return relu_product(exact);
    case Activation::clip:
      return clip_product(exact);
  }
  return 0;
}

double expected_square(Activation f, double sd) {
  check({sd, sd, 1});
  switch (f) {
    case Activation::tanh:
      return tanh_square(sd);
    case Activation::sigmoid:
      return (1 + tanh_square(sd / 2)) / 4;
    case Activation::identity:
      return square(sd);
    case Activation::step:
      return sd > 0 ? 1 : 0;
    case Activation::relu:
      return square(sd) / 2;
    case Activation::clip:
      return clip_square(sd);
  }
  return 0;
}

double product_bound(Activation f, double sd_x, double sd_y) {
  return std::sqrt(expected_square(f, sd_x) * expected_square(f, sd_y));
}

double tanh_square_bound(double sd) {
  return expected_square(Activation::clip, sd);
}

}  // namespace guise::theory
