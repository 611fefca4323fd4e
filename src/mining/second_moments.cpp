// SPDX-License-Identifier: Apache-2.0
#include "mining/second_moments.h"

#include <cmath>

#include "base/error.h"

namespace guise::mining {
namespace {

/// Variance of a factor. A lognormal one has log f of that sd and is divided by its mean; its own variance is exp(s^2) - 1.
double spread_of(const release::Factor& factor, Index j) {
  return factor.law == "lognormal" ? std::expm1(square(factor.sd(j))) : square(factor.sd(j));
}

/// y = x f with E f = 1 and independent factors: E y^2 = (1 + s^2) E x^2, products of different columns stay.
void take_out_factors(const release::Factor& factor, SecondMoments& found) {
  for (Index j = 0; j < found.mean.size(); ++j) {
    const double second = found.of_rows(j, j) + square(found.mean(j));
    found.covariance(j, j) = second / (1 + spread_of(factor, j)) - square(found.mean(j));
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

Vector variance_factors(const Data& data) {
  Vector out = Vector::Ones(static_cast<Index>(data.columns.size()));
  if (!data.facts.factor) return out;
  for (Index j = 0; j < out.size(); ++j) out(j) = 1 / (1 + spread_of(*data.facts.factor, j));
  return out;
}

}  // namespace guise::mining
