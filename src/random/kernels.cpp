// SPDX-License-Identifier: Apache-2.0
#include "random/kernels.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "random/kernel_table.h"

namespace guise::random {
namespace {

constexpr std::array kKernels = {Kernel::portable, Kernel::avx2, Kernel::avx512};  // slowest first

bool usable(Kernel kernel) {
#if defined(__x86_64__)
  if (kernel == Kernel::avx2) return __builtin_cpu_supports("avx2");
  if (kernel == Kernel::avx512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512bw");
#endif
  return kernel == Kernel::portable;
}

std::string usable_names() {
  std::string names;
  for (const Kernel kernel : usable_kernels()) names += (names.empty() ? "" : ", ") + std::string(kernel_name(kernel));
  return names;
}

Kernel choose() {
  const char* wish = std::getenv("GUISE_KERNEL");
  const std::vector<Kernel> possible = usable_kernels();
  if (wish == nullptr || *wish == '\0') return possible.back();
  const auto found = std::find_if(possible.begin(), possible.end(), [&](Kernel kernel) { return kernel_name(kernel) == wish; });
  require(found != possible.end(), "GUISE_KERNEL must be one of {} on this CPU, got '{}'; unset it to use the fastest",
          usable_names(), wish);
  return *found;
}

std::atomic<Kernel>& chosen() {
  static std::atomic<Kernel> kernel = choose();
  return kernel;
}

}  // namespace

std::vector<Kernel> usable_kernels() {
  std::vector<Kernel> out;
  std::copy_if(kKernels.begin(), kKernels.end(), std::back_inserter(out), usable);
  return out;
}

Kernel current_kernel() {
  return chosen();
}

void force_kernel(Kernel kernel) {
  require(usable(kernel), "kernel '{}' does not run on this CPU; use one of {}", kernel_name(kernel), usable_names());
  chosen() = kernel;
}

std::string_view kernel_name(Kernel kernel) {
  switch (kernel) {
    case Kernel::portable:
      return "portable";
    case Kernel::avx2:
      return "avx2";
    case Kernel::avx512:
      return "avx512";
  }
  return "unknown";
}

const KernelTable& current_table() {
#if defined(__x86_64__)
  switch (current_kernel()) {
    case Kernel::portable:
      break;
    case Kernel::avx2:
      return avx2::table;
    case Kernel::avx512:
      return avx512::table;
  }
#endif
  return portable::table;
}

}  // namespace guise::random
