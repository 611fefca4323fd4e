// SPDX-License-Identifier: Apache-2.0
#include "theory/amplification.h"

#include "base/error.h"

namespace guise::theory {

double amplification_limit(double prior, double posterior) {
  require(0 < prior && prior < posterior && posterior < 1,
          "a breach goes from a prior to a larger posterior, both between 0 and 1; got {} and {}", prior, posterior);
  return posterior * (1 - prior) / (prior * (1 - posterior));
}

}  // namespace guise::theory
