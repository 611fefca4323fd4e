// SPDX-License-Identifier: Apache-2.0
#include "linalg/signed_sums.h"

#include <algorithm>
#include <cmath>

namespace guise::linalg {
namespace {

// Records summed together: their columns are packed side by side (16 x 1536 doubles are 192 KiB, in L2), and their sums stay in
// registers over all columns of an output.
constexpr Index kStrip = 16;

// Above this share of entries a dense product is as fast.
constexpr double kMostEntries = 0.5;

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define GUISE_CLONES __attribute__((target_clones("default", "avx2", "avx512f")))
#else
#define GUISE_CLONES
#endif

/// sums[r] = factor * (the sum of columns `plus` less those of `minus`), from columns packed in strips.
GUISE_CLONES void sum_strip(const double* packed, const Index* plus, std::size_t pluses, const Index* minus,
                            std::size_t minuses, double factor, double* sums) {
  double sum[kStrip] = {};
  for (std::size_t i = 0; i < pluses; ++i) {
    const double* column = packed + plus[i] * kStrip;
    for (Index r = 0; r < kStrip; ++r) sum[r] += column[r];
  }
  for (std::size_t i = 0; i < minuses; ++i) {
    const double* column = packed + minus[i] * kStrip;
    for (Index r = 0; r < kStrip; ++r) sum[r] -= column[r];
  }
  for (Index r = 0; r < kStrip; ++r) sums[r] = factor * sum[r];
}

}  // namespace

std::optional<SignedSums> SignedSums::of(const Matrix& matrix) {
  const double size = matrix.size() > 0 ? matrix.cwiseAbs().maxCoeff() : 0;
  const auto entries = static_cast<double>((matrix.array() != 0).count());
  const bool even = (matrix.array() == 0 || matrix.array().abs() == size).all();
  if (size == 0 || !even || entries > kMostEntries * static_cast<double>(matrix.size())) return {};
  SignedSums sums;
  sums.factor_ = size;
  sums.inputs_ = matrix.cols();
  for (Index k = 0; k < matrix.rows(); ++k) {
    Output output;
    for (Index j = 0; j < matrix.cols(); ++j)
      if (matrix(k, j) != 0) (matrix(k, j) > 0 ? output.plus : output.minus).push_back(j);
    sums.outputs_.push_back(std::move(output));
  }
  return sums;
}

Matrix SignedSums::apply(const MatrixRef& records) const {
  Matrix out(records.rows(), static_cast<Index>(outputs_.size()));
  std::vector<double> packed(static_cast<std::size_t>(inputs_ * kStrip), 0.0);
  double sums[kStrip];
  for (Index first = 0; first < records.rows(); first += kStrip) {
    const Index count = std::min(kStrip, records.rows() - first);
    for (Index j = 0; j < inputs_; ++j) std::copy_n(records.col(j).data() + first, count, packed.data() + j * kStrip);
    for (std::size_t k = 0; k < outputs_.size(); ++k) {
      const Output& output = outputs_[k];
      sum_strip(packed.data(), output.plus.data(), output.plus.size(), output.minus.data(), output.minus.size(), factor_, sums);
      std::copy_n(sums, count, &out(first, static_cast<Index>(k)));
    }
  }
  return out;
}

}  // namespace guise::linalg
