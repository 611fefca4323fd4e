// SPDX-License-Identifier: Apache-2.0
// The loops over whole vectors. Included inside the namespace of each activation_*.cpp, so that the code made for one
// instruction set can never be linked in place of another's.

#include "stats/activation_body.h"

/// values[i] = f(values[i]); the last vector is filled up with zeros.
template <Real (*f)(Real)>
void each(double* values, std::size_t count) {
  Real x = {};
  const std::size_t whole = count - count % kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    __builtin_memcpy(&x, values + i, sizeof x);
    x = f(x);
    __builtin_memcpy(values + i, &x, sizeof x);
  }
  if (whole == count) return;
  x = Real{};
  __builtin_memcpy(&x, values + whole, (count - whole) * sizeof *values);
  x = f(x);
  __builtin_memcpy(values + whole, &x, (count - whole) * sizeof *values);
}
