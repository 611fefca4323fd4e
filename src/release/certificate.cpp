// SPDX-License-Identifier: Apache-2.0
#include "release/certificate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/matrix.h"
#include "theory/gaussian_privacy.h"

namespace guise::release {

std::string_view guarantee_name(Guarantee kind) {
  constexpr std::string_view names[] = {"none", "gaussian", "grid", "laplace", "sketch"};
  return names[static_cast<std::size_t>(kind)];
}

std::optional<double> certified_epsilon(const Certificate& certificate, double delta) {
  const double left = delta - certificate.extra_delta;
  if (left <= 0) return {};
  switch (certificate.kind) {
    case Guarantee::gaussian:
      return theory::epsilon_of(*certificate.mu, left);
    case Guarantee::grid:
      return theory::concentrated_epsilon(square(*certificate.mu) / 2, left).epsilon;
    case Guarantee::laplace:
      return certificate.epsilon;
    case Guarantee::sketch:
      return theory::sketch_epsilon(*certificate.sketch, left);
    case Guarantee::none:
      break;
  }
  return {};
}

std::optional<double> certified_success(const Certificate& certificate, double prior) {
  switch (certificate.kind) {
    case Guarantee::gaussian:
      return std::min(1.0, theory::success_bound(prior, *certificate.mu) + certificate.extra_delta);
    case Guarantee::grid:
      return theory::concentrated_success_bound(prior, square(*certificate.mu) / 2);
    case Guarantee::laplace:  // both P(hit) <= e^epsilon Q(hit) and Q(miss) <= e^epsilon P(miss)
      return std::min({1.0, prior * std::exp(*certificate.epsilon) + certificate.extra_delta,
                       1 - (1 - prior) * std::exp(-*certificate.epsilon) + certificate.extra_delta});
    case Guarantee::sketch:
      return std::min(1.0, theory::sketch_success_bound(prior, *certificate.sketch) + certificate.extra_delta);
    case Guarantee::none:
      break;
  }
  return {};
}

Certificate no_guarantee(std::string_view reason) {
  return {.reasons = {std::string(reason)}, .sentence = fmt::format("No formal guarantee: {}.", reason)};
}

const Certificate& weaker(const Certificate& one, const Certificate& other) {
  if (!one.holds() || !other.holds()) return one.holds() ? other : one;
  const std::optional<double> first = certified_epsilon(one, kStatedDelta), second = certified_epsilon(other, kStatedDelta);
  if (!first || !second) return first ? other : one;
  return *second > *first ? other : one;
}

}  // namespace guise::release
