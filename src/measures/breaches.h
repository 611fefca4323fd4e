// SPDX-License-Identifier: Apache-2.0
// Breaches of privacy that an attacker's posterior shows: properties that few records have and that the release makes likely of
// one. Evfimievski, Gehrke and Srikant (PODS 2003); theory/amplification.h has the masks that allow none.
#pragma once
#include <vector>

#include "base/matrix.h"
#include "measures/calibration.h"

namespace guise::measures {

struct BreachRule {
  double prior = 0.05;     ///< share of records with the property, at most
  double posterior = 0.5;  ///< probability of it once the release is seen, at least
};

/// "The attribute is among the largest (smallest) 5 % or 1 %."
struct PropertyBreaches {
  Index attribute = 0;
  bool largest = true;
  double tail = 0;   ///< 0.05 or 0.01
  double prior = 0;  ///< share of the records with the property: more than the tail where values are equal
  Value breached;    ///< share of the records of whom it became likely; nothing where the prior is above the rule's
};

struct Breaches {
  Calibration calibration;  ///< of all the probabilities, to be read first: breaches are only as good as these
  Value records;            ///< share of the records with a breach of some property
  Value right;              ///< share of the breaches whose property is true of the record
  std::vector<PropertyBreaches> properties;
};

/// Posterior of every entry: Gaussian with this mean and standard deviation (0: certain). Constant attributes have no
/// properties. Downward breaches are the same ones: where a property goes from 5 % to 50 %, its opposite goes from 95 % to 50
/// %.
Breaches breaches_of(const Matrix& truth, const Matrix& mean, const Matrix& sd, const BreachRule& rule = {});

}  // namespace guise::measures
