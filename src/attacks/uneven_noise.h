// SPDX-License-Identifier: Apache-2.0
// How the size of the noise depends on the value, learnt from the release itself, and from known pairs where there are any.
#pragma once
#include "attacks/attack.h"
#include "attacks/uneven_posterior.h"

namespace guise::attacks {

/// Expectation maximisation over `released`, with the moments of the originals and `average`, the variance of each column's
/// noise over all records, given. Pairs count as records whose originals are seen.
std::vector<VarianceTable> learn_uneven(const Matrix& released, const Vector& mean, const Matrix& covariance,
                                        const Vector& average, const std::optional<Pairs>& pairs);

/// How many times larger the noise is, as a standard deviation, at some values of the column than at others that are as common.
double unevenness(const VarianceTable& noise, double mean, double sd);

}  // namespace guise::attacks
