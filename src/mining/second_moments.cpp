// SPDX-License-Identifier: Apache-2.0
#include "mining/second_moments.h"

#include <cmath>

#include "base/error.h"

namespace guise::mining {
namespace {

/// y = x f with E f = 1 and independent factors: E y^2 = (1 + s^2) E x^2, products of different columns stay.
void take_out_factors(const release::Factor& factor, SecondMoments& found) {
  for (Index j = 0; j < found.mean.size(); ++j) {
    // A lognormal factor has log f of that sd and is divided by its mean; its own variance is exp(s^2) - 1.
    const double spread = factor.law == "lognormal" ? std::expm1(square(factor.sd(j))) : square(factor.sd(j));
    const double second = found.of_rows(j, j) + square(found.mean(j));
    found.covariance(j, j) = second / (1 + spread) - square(found.mean(j));
  }
}

}  // namespace

SecondMoments second_moments(const Data& data) {
  return second_moments(data, moments(data));
}

SecondMoments second_moments(const Data& data, const stats::Moments& gathered) {
  require(gathered.count() >= 2, "{} has {} record(s); a covariance needs at least two", data.name, gathered.count());
  SecondMoments out{.records = static_cast<double>(gathered.count()),
                    .mean = gathered.mean(),
                    .covariance = {},
                    .of_rows = gathered.covariance()};
  if (data.facts.factor) {
    require(!data.facts.factor->shaped,
            "{} was multiplied by factors shaped like the data; what they add to its covariance is not known", data.name);
    out.covariance = out.of_rows;
    take_out_factors(*data.facts.factor, out);
    return out;
  }
  out.covariance = out.of_rows - noise_of(data, out.of_rows);
  for (Index j = 0; j < out.mean.size(); ++j)
    if (out.covariance(j, j) <= 0 && out.of_rows(j, j) > 0)
      out.notes.push_back(fmt::format(
          "the noise in '{}' is larger than what the release shows of the attribute: nothing of its variance is left",
          data.columns[static_cast<std::size_t>(j)]));
  return out;
}

Matrix covariance_errors(const SecondMoments& found) {
  const Vector variance = found.of_rows.diagonal();
  return ((variance * variance.transpose() + found.of_rows.cwiseAbs2()) / (found.records - 1)).cwiseSqrt();
}

}  // namespace guise::mining
