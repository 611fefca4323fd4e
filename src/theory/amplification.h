// SPDX-License-Identifier: Apache-2.0
// Breaches of privacy: a property of a record that was unlikely and, the release being seen, is likely. Evfimievski, Gehrke and
// Srikant, "Limiting privacy breaches in privacy preserving data mining" (PODS 2003).
#pragma once

namespace guise::theory {

/// A mask whose densities p(y | x) and p(y | x') differ by less than this factor for all x, x' and y never takes a property
/// from a probability of at most `prior` to one of at least `posterior` (their Statement 1): posterior (1 - prior) / (prior (1
/// - posterior)). Its logarithm is the epsilon of local differential privacy: 19 and 2.944 for 5 % and 50 %. Gaussian noise has
/// no such factor, whatever its size: there e^epsilon holds but for delta.
double amplification_limit(double prior, double posterior);

}  // namespace guise::theory
