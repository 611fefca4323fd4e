// SPDX-License-Identifier: Apache-2.0
#include "theory/projection_error.h"

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "base/error.h"
#include "base/names.h"

namespace guise::theory {
namespace {

void check_tolerance(double epsilon, std::int64_t k) {
  require(epsilon > 0 && epsilon < 1, "the tolerance eps must lie between 0 and 1, got {}", epsilon);
  require(k >= 1, "the number k of released columns must be at least 1, got {}", k);
}

/// u'v = (m/k) x'Py with P a uniformly drawn projector of rank k. Invariance leaves E P_ij P_kl = a d_ij d_kl +
/// b (d_ik d_jl + d_il d_jk); tr P = k and tr P^2 = k give b = k (m-k) / (m (m-1) (m+2)) and a = k^2/m^2 - 2b/m.
double orthonormal_variance(const Vector& x, const Vector& y, double k) {
  const double m = static_cast<double>(x.size());
  require(k <= m, "an orthonormal projection has at most as many columns as there are attributes ({}), got k = {}", x.size(),
          k);
  if (k == m) return 0;  // a rotation keeps everything; also the only case with m = 1
  const double scale = m * (m - k) / (k * (m - 1) * (m + 2));
  return scale * (x.squaredNorm() * y.squaredNorm() + (1 - 2 / m) * square(x.dot(y)));
}

}  // namespace

ProjectionLaw projection_law(std::string_view name, double sparsity, std::int64_t attributes) {
  if (name == "gaussian") return {};
  if (name == "sign") return {.kurtosis = 1, .continuous = false};
  if (name == "orthonormal") return {.orthonormal = true};
  static constexpr std::string_view names[] = {"gaussian", "sign", "sparse", "very-sparse", "orthonormal"};
  require(name == "sparse" || name == "very-sparse", "no law of projections named '{}'{} (there are {})", name,
          did_you_mean(name, names), enumerate(names));
  if (name == "very-sparse") sparsity = std::sqrt(static_cast<double>(attributes));
  require(sparsity >= 1 && std::isfinite(sparsity), "the sparsity s must be at least 1 (one entry in s is not zero), got {}",
          sparsity);
  return {.kurtosis = sparsity, .continuous = false};
}

double inner_product_variance(const Vector& x, const Vector& y, std::int64_t k, const ProjectionLaw& law) {
  require(x.size() == y.size(), "the two records must have the same number of attributes; they have {} and {}", x.size(),
          y.size());
  require(k >= 1, "the number k of released columns must be at least 1, got {}", k);
  const double columns = static_cast<double>(k);
  if (law.orthonormal) return orthonormal_variance(x, y, columns);
  // k u'v is a sum of k independent (r'x)(r'y), and E (r'x)^2 (r'y)^2 = |x|^2 |y|^2 + 2 (x'y)^2 + (kurtosis - 3) sum.
  const double fourth = (law.kurtosis - 3) * x.cwiseAbs2().dot(y.cwiseAbs2());
  return (x.squaredNorm() * y.squaredNorm() + square(x.dot(y)) + fourth) / columns;
}

double distance_variance(const Vector& difference, std::int64_t k, const ProjectionLaw& law) {
  return inner_product_variance(difference, difference, k, law);
}

double distance_bound(double epsilon, std::int64_t k) {
  check_tolerance(epsilon, k);
  return 1 - 2 * std::exp(-square(epsilon) * (1 - epsilon) * static_cast<double>(k) / 4);
}

double gaussian_distance_miss(double epsilon, std::int64_t k) {
  check_tolerance(epsilon, k);
  // Boost's series needs more than its million terms from about 1e10 on.
  require(k <= 1'000'000'000, "chances are computed for up to 1e9 columns, not for {}; a larger eps asks for fewer", k);
  const double half = 0.5 * static_cast<double>(k);
  return boost::math::gamma_p(half, half * (1 - epsilon)) + boost::math::gamma_q(half, half * (1 + epsilon));
}

double gaussian_distance_probability(double epsilon, std::int64_t k) {
  return 1 - gaussian_distance_miss(epsilon, k);
}

double orthonormal_distance_probability(double epsilon, std::int64_t k, std::int64_t attributes) {
  check_tolerance(epsilon, k);
  require(k <= attributes, "an orthonormal projection has at most as many columns as there are attributes ({}), got k = {}",
          attributes, k);
  if (k == attributes) return 1;
  const double kept = static_cast<double>(k), lost = static_cast<double>(attributes - k), share = kept / (kept + lost);
  const double high = std::min(1.0, share * (1 + epsilon));
  return boost::math::ibeta(kept / 2, lost / 2, high) - boost::math::ibeta(kept / 2, lost / 2, share * (1 - epsilon));
}

}  // namespace guise::theory
