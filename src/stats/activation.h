// SPDX-License-Identifier: Apache-2.0
// The functions f of the non-linear distortion x* = B + Q f(A + W x), element by element. Paper 003, sections 3.1 and 6. Their
// values have the same bits on every CPU, compiler and C library, as masked values must.
#pragma once
#include <optional>
#include <span>
#include <string_view>

#include "base/matrix.h"

namespace guise::stats {

enum class Activation { tanh, sigmoid, identity, step, relu, clip };

struct ActivationFacts {
  Activation kind;
  std::string_view name, formula;
  bool odd, bounded, one_to_one;
  double steepest;  ///< the largest |f(x) - f(y)| / |x - y|; infinite for a step
};
std::span<const ActivationFacts> all_activations();
const ActivationFacts& facts_of(Activation f);
Activation find_activation(std::string_view name);  ///< throws Error naming the known ones

/// tanh and sigmoid are right to less than three units in the last place (sigmoid is 0 below -708). step is the sign, 0 at 0;
/// clip is the Psi of section 6.1, linear between -1 and 1. NaN stays NaN.
double activate(Activation f, double x);
void activate(Activation f, MutableMatrixRef values);        ///< in place, vectorised; the bits are those of one at a time
double slope(Activation f, double x);                        ///< f'(x); 0 for a step, the slope on the right at a kink
std::optional<double> preimage(Activation f, double value);  ///< the only x with f(x) = value; nothing where none or many

/// A finite x with f(x) as near to the value as can be, for who must answer something; 1, 0 or -1 for a step.
double nearest_preimage(Activation f, double value);

}  // namespace guise::stats
