// SPDX-License-Identifier: Apache-2.0
#include "theory/distortion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace guise::theory {
namespace {

/// Entry i of x* and of y* are, given the hidden units, normal with covariances C_gh = sb^2 + sq^2 sum_l g_l h_l, independent
/// over i. So for statistics S_ab = sum_i a_i b_i, with M = E C and K the covariances of entries of C,
///   Cov(S_ab, S_cd) = p (M_ac M_bd + M_ad M_bc + K_ac,bd + K_ad,bc) + p^2 K_ab,cd.
struct Conditional {
  double out, scale, offset;  // p; m sq^4, sb^2
  double weight;              // m sq^2
  double mean(double product) const { return offset + weight * product; }
  double shared(double fourth, double first, double second) const { return scale * (fourth - first * second); }
};

Conditional conditional(const Distortion& d) {
  const auto hidden = static_cast<double>(d.hidden);
  return {.out = static_cast<double>(d.out),
          .scale = hidden * square(square(d.sq)),
          .offset = square(d.sb),
          .weight = hidden * square(d.sq)};
}

}  // namespace

void check(const Distortion& d) {
  require(d.hidden >= 1 && d.out >= 1, "a distortion needs at least one hidden unit and one output, got {} and {}", d.hidden,
          d.out);
  const auto size = [](double sd) { return sd >= 0 && std::isfinite(sd); };
  require(size(d.sw) && size(d.sa) && size(d.sq) && size(d.sb),
          "the standard deviations sw, sa, sq and sb of a distortion must be 0 or more, got {}, {}, {} and {}", d.sw, d.sa,
          d.sq, d.sb);
}

RecordPair record_pair(const Vector& x, const Vector& y) {
  require(x.size() == y.size(), "the two records must have the same number of attributes; they have {} and {}", x.size(),
          y.size());
  return {.square_x = x.squaredNorm(), .square_y = y.squaredNorm(), .inner = x.dot(y)};
}

HiddenPair hidden_pair(const Distortion& d, const RecordPair& records) {
  const double sd_x = std::hypot(d.sa, d.sw * std::sqrt(records.square_x));
  const double sd_y = std::hypot(d.sa, d.sw * std::sqrt(records.square_y)), size = sd_x * sd_y;
  const double rho = size > 0 ? (square(d.sa) + square(d.sw) * records.inner) / size : 0;
  return {.sd_x = sd_x, .sd_y = sd_y, .rho = std::clamp(rho, -1.0, 1.0)};
}

ProductLaw product_law(const Distortion& distortion, const PairMoments& e) {
  const Conditional c = conditional(distortion);
  const double gg = c.mean(e.gg), gh = c.mean(e.gh), hh = c.mean(e.hh), p = c.out;
  const double four_g = c.shared(e.gggg, e.gg, e.gg), four_h = c.shared(e.hhhh, e.hh, e.hh);
  const double three_g = c.shared(e.gggh, e.gg, e.gh), three_h = c.shared(e.ghhh, e.hh, e.gh);
  const double squares = c.shared(e.gghh, e.gg, e.hh), product = c.shared(e.gghh, e.gh, e.gh);
  ProductLaw out;
  out.mean << p * gg, p * gh, p * hh;
  out.covariance(0, 0) = p * 2 * (gg * gg + four_g) + p * p * four_g;
  out.covariance(1, 1) = p * (gg * hh + gh * gh + squares + product) + p * p * product;
  out.covariance(2, 2) = p * 2 * (hh * hh + four_h) + p * p * four_h;
  out.covariance(0, 1) = out.covariance(1, 0) = p * 2 * (gg * gh + three_g) + p * p * three_g;
  out.covariance(1, 2) = out.covariance(2, 1) = p * 2 * (hh * gh + three_h) + p * p * three_h;
  out.covariance(0, 2) = out.covariance(2, 0) = p * 2 * (gh * gh + product) + p * p * squares;
  return out;
}

Spread inner_product_spread(const Distortion& distortion, const PairMoments& moments) {
  const ProductLaw law = product_law(distortion, moments);
  return {.mean = law.mean[1], .variance = law.covariance(1, 1)};
}

Spread squared_distance_spread(const Distortion& distortion, const PairMoments& e) {
  const Conditional c = conditional(distortion);
  const double mean = c.weight * e.dd, shared = c.shared(e.dddd, e.dd, e.dd), p = c.out;
  return {.mean = p * mean, .variance = p * 2 * (mean * mean + shared) + p * p * shared};
}

double inner_product_bound(const Distortion& distortion, const PairMoments& e) {
  const Conditional c = conditional(distortion);
  return c.out * c.mean(std::sqrt(e.gg * e.hh));
}

double spread_of_many_outputs(const Distortion& distortion, const PairMoments& e) {
  const Conditional c = conditional(distortion);
  const double mean = std::fabs(c.mean(e.gh)), spread = std::sqrt(std::max(0.0, c.shared(e.gghh, e.gh, e.gh)));
  return mean > 0 ? spread / mean : std::numeric_limits<double>::infinity();
}

}  // namespace guise::theory
