// SPDX-License-Identifier: Apache-2.0
// Run-time dispatch of the hot loops. Every kernel gives the same bits; the choice only changes the time.
#pragma once
#include <string_view>
#include <vector>

namespace guise::random {

enum class Kernel { portable, avx2, avx512 };
std::vector<Kernel> usable_kernels();  ///< on this CPU, slowest first
Kernel current_kernel();               ///< the fastest, unless force_kernel or GUISE_KERNEL=portable|avx2|avx512 says otherwise
void force_kernel(Kernel kernel);
std::string_view kernel_name(Kernel kernel);

}  // namespace guise::random
