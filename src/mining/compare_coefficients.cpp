// SPDX-License-Identifier: Apache-2.0
#include "mining/compare_coefficients.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "mining/compare.h"
#include "mining/regression_fit.h"

namespace guise::mining {
namespace {

constexpr double kNormal = 1.959963984540054;  // standard errors in half a 95 % interval

/// The constant, first, is left out: where it is 0 is a matter of units.
void compare_one(const Estimate& right, const Estimate& found, std::vector<Agreement>& out) {
  const Index m = right.value.rows() - 1;
  double largest = 0, sum = 0, signs = 0, overlap = 0;
  for (Index j = 1; j <= m; ++j) {
    const double a = right.value(j, 0), b = found.value(j, 0), wide_a = kNormal * right.error(j, 0),
                 wide_b = kNormal * found.error(j, 0);
    const double away = a == b ? 0 : std::abs(a - b) / right.error(j, 0);
    largest = std::max(largest, away);
    sum += away;
    signs += (a > 0) == (b > 0);
    overlap += interval_overlap(a - wide_a, a + wide_a, b - wide_b, b + wide_b);
  }
  const auto count = static_cast<double>(m);
  const std::string of = found.name + ": ";
  out.push_back({of + "distance in standard errors, largest", largest});
  out.push_back({of + "distance in standard errors, mean", sum / count});
  out.push_back({of + "same sign", signs / count});
  out.push_back({of + "overlap of 95 % intervals", overlap / count});
}

}  // namespace

std::vector<Agreement> compare_coefficients(const Mined& truth, const Mined& release) {
  const double right = figure(truth.findings, "R squared"), found = figure(release.findings, "R squared");
  std::vector<Agreement> out{{"R squared, originals", right}, {"R squared, release", found}};
  if (release.data.facts.mixed) return out;
  const Estimate& first = truth.findings.estimates.front();
  for (const Estimate& each : release.findings.estimates) {
    require(each.rows == first.rows, "{} and the truth have different attributes; their coefficients cannot be compared",
            release.data.name);
    compare_one(first, each, out);
  }
  return out;
}

}  // namespace guise::mining
