// SPDX-License-Identifier: Apache-2.0
// Which of its kernels OpenBLAS computes with.
#pragma once
#include <string>

namespace guise::linalg {

/// "SkylakeX"; of CPUs newer than OpenBLAS, those of the widest registers that it knows and the CPU has.
std::string blas_kernels();

}  // namespace guise::linalg
