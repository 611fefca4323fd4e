// SPDX-License-Identifier: Apache-2.0
// Sums of records with a sign for each, many of them over the same records, one bit per sign.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

#include "base/matrix.h"

namespace guise::linalg {

constexpr Index kSignsPerWord = 64;

/// sums(k, j) += factor times the sum of rows(i, j) over all i, with a minus where bit i % 64 of word i / 64 of sum k is set.
/// `words` holds those of the first sum, then those of the second, …: as many for each as the rows need.
void add_signed_records(const MatrixRef& rows, std::span<const std::uint64_t> words, double factor, Matrix& sums);

struct SignKernel {
  std::string_view name;
  void (*add)(const MatrixRef& rows, std::span<const std::uint64_t> words, double factor, Matrix& sums);
};
std::span<const SignKernel> sign_kernels();  ///< those that run on this CPU, slowest first; all give the same bits

}  // namespace guise::linalg
