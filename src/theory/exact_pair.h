// SPDX-License-Identifier: Apache-2.0
// Two records that are close to each other and far from 0. Their correlation keeps few digits of the angle between them, four
// for records one unit apart at a norm of a million; the records themselves keep all.
#pragma once
#include "theory/distortion.h"

namespace guise::theory {

struct ExactPair {
  HiddenPair pair;
  double sine;  ///< sqrt(1 - rho^2)
};
ExactPair exact_pair(const HiddenPair& pair);  ///< as far as rho tells
ExactPair exact_pair(const Distortion& distortion, const Vector& x, const Vector& y);

PairMoments exact_moments(stats::Activation f, const ExactPair& pair);

}  // namespace guise::theory
