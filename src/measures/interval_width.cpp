// SPDX-License-Identifier: Apache-2.0
#include "measures/interval_width.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "random/math.h"

namespace guise::measures {
namespace {

constexpr double kTail = 0.025;  // on either side of a 95 % interval
constexpr double kNarrow = 0.05;

/// P(B <= k) for B of the Binomial(n, share) law.
double binomial_cdf(Index n, double share, Index k) {
  if (k >= n) return 1;
  return boost::math::ibeta(static_cast<double>(n - k), static_cast<double>(k + 1), 1 - share);
}

/// The first k in 0 … n whose P(B <= k) is more than the probability.
Index first_above(Index n, double share, double probability) {
  Index low = 0, high = n;
  while (low < high) {
    const Index middle = (low + high) / 2;
    if (binomial_cdf(n, share, middle) > probability)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

Value times(double factor, const Value& value) {
  return {factor * value.value, factor * value.low, factor * value.high};
}

double gaussian_width(double confidence) {
  return 2 * random::normal_quantile((1 + confidence) / 2);
}

}  // namespace

double noise_width(random::Law law, double sd, double confidence) {
  switch (law) {
    case random::Law::gaussian:
      return gaussian_width(confidence) * sd;
    case random::Law::uniform:
      return 2 * std::numbers::sqrt3 * sd * confidence;
    case random::Law::laplace:
      return -std::numbers::sqrt2 * sd * std::log1p(-confidence);
  }
  return kNothing;
}

RanksOfQuantile ranks_of_quantile(Index n, double share) {
  // B counts the values up to the quantile. The value of rank l is above it with probability P(B < l), that of rank u below it
  // or at it with P(B >= u).
  static thread_local std::map<std::pair<Index, double>, RanksOfQuantile> known;  // hundreds of figures are of as many records
  constexpr std::size_t kMostKnown = 4096;
  if (const auto found = known.find({n, share}); found != known.end()) return found->second;
  if (known.size() >= kMostKnown) known.clear();
  return known[{n, share}] = {first_above(n, share, kTail), first_above(n, share, 1 - kTail) + 1};
}

Value quantile_value(Vector values, double share) {
  const Index n = values.size();
  if (n == 0) return {};
  std::sort(values.begin(), values.end());
  const auto ranked = [&](Index rank) {  // from 1
    constexpr double kFar = std::numeric_limits<double>::infinity();
    return rank < 1 ? -kFar : rank > n ? kFar : values[rank - 1];
  };
  const auto [low, high] = ranks_of_quantile(n, share);
  const auto rank = static_cast<Index>(std::ceil(share * static_cast<double>(n)));
  return {ranked(std::clamp(rank, Index{1}, n)), ranked(low), ranked(high)};
}

PosteriorWidth posterior_width(const Vector& sds, double confidence) {
  const double width = gaussian_width(confidence);
  PosteriorWidth out{times(width, quantile_value(sds, 0.5)), times(width, quantile_value(sds, kNarrow))};
  for (Value* value : {&out.median, &out.narrow}) value->low = std::max(0.0, value->low);
  return out;
}

Value error_width(const Vector& truth, const Vector& guess, double confidence) {
  Value width = times(2, quantile_value((truth - guess).cwiseAbs(), confidence));
  width.low = std::max(0.0, width.low);
  return width;
}

}  // namespace guise::measures
