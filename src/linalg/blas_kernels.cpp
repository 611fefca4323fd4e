// SPDX-License-Identifier: Apache-2.0
#include "linalg/blas_kernels.h"

#include <cblas.h>

#include <cstdlib>
#include <string_view>

// The library's own way to choose kernels, which runs when it is loaded. Weak: another BLAS, or an OpenBLAS built for one CPU,
// has none.
extern "C" {
[[gnu::weak]] void gotoblas_dynamic_init();
[[gnu::weak]] void gotoblas_dynamic_quit();
}

namespace guise::linalg {
namespace {

/// OpenBLAS takes a CPU whose number it does not know for one of 2004, and multiplies at a third of the speed: Debian 12's does
/// so on every server CPU of Intel since 2023. What it takes to choose again is the variable by which users choose.
bool choose_kernels() {
  constexpr const char* kVariable = "OPENBLAS_CORETYPE";
#if defined(__x86_64__)
  const bool unknown = std::string_view(openblas_get_corename()) == "Prescott";
  if (!unknown || !gotoblas_dynamic_init || !gotoblas_dynamic_quit || std::getenv(kVariable)) return false;
  __builtin_cpu_init();
  const bool wide = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
  const bool fused = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (!wide && !fused) return false;
  setenv(kVariable, wide ? "SkylakeX" : "Haswell", 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  unsetenv(kVariable);
  return true;
#else
  return false;
#endif
}

// Before main, when no other thread multiplies yet.
[[maybe_unused]] const bool chosen = choose_kernels();

}  // namespace

std::string blas_kernels() {
  return openblas_get_corename();
}

}  // namespace guise::linalg
