// SPDX-License-Identifier: Apache-2.0
// The functions that take time, one table per activation_*.cpp; activation.cpp takes that of the kernel in use.
#pragma once
#include <cstddef>
#include <cstdint>

namespace guise::stats {

struct ActivationTable {
  void (*tanh)(double* values, std::size_t count);
  void (*sigmoid)(double* values, std::size_t count);
};

namespace portable {
extern const ActivationTable table;
}
#if defined(__x86_64__)
namespace avx2 {
extern const ActivationTable table;
}
namespace avx512 {
extern const ActivationTable table;
}
#endif

}  // namespace guise::stats
