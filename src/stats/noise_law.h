// SPDX-License-Identifier: Apache-2.0
// Distribution functions of the noise laws, mean 0: what an attacker needs to know of them.
#pragma once
#include "random/laws.h"

namespace guise::stats {

/// Density and distribution function of the law with standard deviation sd.
double noise_density(random::Law law, double sd, double x);
double noise_cdf(random::Law law, double sd, double x);

}  // namespace guise::stats
