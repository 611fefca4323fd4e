// SPDX-License-Identifier: Apache-2.0
// Distribution functions of the noise laws, mean 0: what an attacker needs to know of them.
#pragma once
#include "random/laws.h"

namespace guise::stats {

/// Density and distribution function of the law with standard deviation sd.
double noise_density(random::Law law, double sd, double x);
double noise_cdf(random::Law law, double sd, double x);

/// Integral of the distribution function from minus infinity to x.
double noise_cdf_integral(random::Law law, double sd, double x);

/// Integrals of f, r f and r^2 f over low <= r <= high: what cell-wise posteriors are made of. Relative accuracy is kept in the
/// tails.
struct NoiseMass {
  double share, first, second;
};
NoiseMass noise_mass(random::Law law, double sd, double low, double high);

/// P(u <= x + r < u + v) for x uniform on [g, g + w): the kernel between cells.
double noise_transition(random::Law law, double sd, double g, double w, double u, double v);

}  // namespace guise::stats
