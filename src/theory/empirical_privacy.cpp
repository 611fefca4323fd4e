// SPDX-License-Identifier: Apache-2.0
#include "theory/empirical_privacy.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

#include "base/error.h"
#include "theory/gaussian_privacy.h"

namespace guise::theory {
namespace {

void check(const Count& count, double error) {
  require(count.tries >= 1 && count.hits >= 0 && count.hits <= count.tries,
          "hits must be between 0 and the number of tries, at least one; got {} of {}", count.hits, count.tries);
  require(error > 0 && error < 1, "the probability of error lies between 0 and 1, got {}", error);
}

}  // namespace

double share_at_least(const Count& count, double error) {
  check(count, error);
  const auto hits = static_cast<double>(count.hits), misses = static_cast<double>(count.tries) - hits;
  return hits == 0 ? 0 : boost::math::ibeta_inv(hits, misses + 1, error);
}

double share_at_most(const Count& count, double error) {
  return 1 - share_at_least({.hits = count.tries - count.hits, .tries = count.tries}, error);
}

EmpiricalPrivacy empirical_privacy(const Count& right, const Count& wrong, double delta, double error) {
  require(delta >= 0 && delta < 1, "delta is a probability below 1, got {}", delta);
  EmpiricalPrivacy out{
      .right = share_at_least(right, error / 2), .wrong = share_at_most(wrong, error / 2), .epsilon = 0, .mu = 0};
  if (out.right > delta) out.epsilon = std::max(0.0, std::log((out.right - delta) / out.wrong));
  if (out.right > 0 && out.wrong < 1) out.mu = std::max(0.0, normal_quantile(out.right) - normal_quantile(out.wrong));
  return out;
}

}  // namespace guise::theory
