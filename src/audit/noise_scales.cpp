// SPDX-License-Identifier: Apache-2.0
#include "audit/noise_scales.h"

#include <cmath>
#include <utility>

namespace guise::audit {
namespace {

constexpr double kNegligible = 20;
// Factors 2^-12 ... 2^3 of the noise that a Gaussian fit finds: from a copy to eight times as much.
constexpr Index kSmallest = 12, kFactors = 16;
constexpr double kLeastShare = 1e-12;

double factor(Index i) {
  return std::exp2(static_cast<double>(i - kSmallest));
}

}  // namespace

NoiseScales NoiseScales::open(Index columns) {
  NoiseScales out;
  out.columns_ = static_cast<double>(columns);
  Vector share = Vector::Constant(kFactors, 0.5 / (kFactors - 1));
  share[kSmallest] = 0.5;
  out.set_shares(std::move(share));
  return out;
}

void NoiseScales::set_shares(Vector share) {
  share_ = std::move(share);
  at_zero_.resize(share_.size());
  slope_.resize(share_.size());
  for (Index i = 0; i < share_.size(); ++i) {
    at_zero_[i] = std::log(std::max(share_[i], kLeastShare)) - columns_ * std::log(factor(i));
    slope_[i] = 1 / (2 * square(factor(i)));  // a power of two: nothing is rounded
  }
}

Vector NoiseScales::parts(double squared) const {
  return at_zero_ - squared * slope_;
}

double NoiseScales::log_density(double squared) const {
  if (gaussian()) return -squared / 2;
  const Vector all = parts(squared);
  const double most = all.maxCoeff();
  return most + std::log((all.array() - most).exp().sum());
}

double NoiseScales::reach(double squared) const {
  if (gaussian()) return squared + 2 * kNegligible;
  const double least = log_density(squared) - kNegligible;
  double low = squared, high = squared + 2 * kNegligible * square(factor(kFactors - 1));
  while (log_density(high) > least) high *= 2;
  while (high - low > 1e-3 * high) {
    const double middle = (low + high) / 2;
    (log_density(middle) > least ? low : high) = middle;
  }
  return high;
}

void NoiseScales::improve(const Vector& squared) {
  Vector sum = Vector::Zero(share_.size());
  for (const double each : squared) {
    const Vector all = parts(each);
    const Vector likely = (all.array() - all.maxCoeff()).exp();
    sum += likely / likely.sum();
  }
  set_shares(sum / static_cast<double>(squared.size()));
}

double NoiseScales::weight(double squared) const {
  if (gaussian()) return 1;
  const Vector all = parts(squared);
  Vector likely = (all.array() - all.maxCoeff()).exp();
  likely /= likely.sum();
  double out = 0;
  for (Index i = 0; i < likely.size(); ++i) out += likely[i] / square(factor(i));
  return out;
}

}  // namespace guise::audit
