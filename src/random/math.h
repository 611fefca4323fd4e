// SPDX-License-Identifier: Apache-2.0
// Elementary functions whose bits do not depend on the C library, the compiler or the instruction set.
#pragma once

namespace guise::random {

double fixed_log(double x);
double fixed_exp(double x);
double normal_quantile(double u);  ///< Wichura's AS241 with fixed_log

}  // namespace guise::random
