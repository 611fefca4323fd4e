// SPDX-License-Identifier: Apache-2.0
#include "linalg/signed_sums.h"

#include <algorithm>
#include <cmath>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define GUISE_SIGNED_AVX2 1
#endif

namespace guise::linalg {
namespace {

// Records summed together: eight vectors of AVX2 hold the sums, so that no addition waits for the last.
constexpr Index kStrip = 32;

struct alignas(64) Strip {
  double values[kStrip] = {};
};

// Columns worked on together: 64 columns of a strip are 16 KiB and stay in the first-level cache while all outputs take them.
constexpr Index kGroup = 64;

// Above this share of entries a dense product is as fast.
constexpr double kMostEntries = 0.5;

using Columns = std::vector<std::uint16_t>;

/// sums += the columns of `plus` - those of `minus`.
void add_plain(const Strip* packed, const Columns& plus, const Columns& minus, Strip& sums) {
  for (const std::uint16_t j : plus)
    for (Index r = 0; r < kStrip; ++r) sums.values[r] += packed[j].values[r];
  for (const std::uint16_t j : minus)
    for (Index r = 0; r < kStrip; ++r) sums.values[r] -= packed[j].values[r];
}

#ifdef GUISE_SIGNED_AVX2
/// The same additions in the same order with the sums in registers, where GCC by itself leaves them in memory.
__attribute__((target("avx2"))) void add_avx2(const Strip* packed, const Columns& plus, const Columns& minus, Strip& sums) {
  constexpr int kVectors = kStrip / 4;
  __m256d sum[kVectors];
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) sum[v] = _mm256_load_pd(sums.values + 4 * v);
  for (const std::uint16_t j : plus) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) sum[v] = _mm256_add_pd(sum[v], _mm256_load_pd(packed[j].values + 4 * v));
  }
  for (const std::uint16_t j : minus) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) sum[v] = _mm256_sub_pd(sum[v], _mm256_load_pd(packed[j].values + 4 * v));
  }
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) _mm256_store_pd(sums.values + 4 * v, sum[v]);
}
#endif

using Add = void (*)(const Strip*, const Columns&, const Columns&, Strip&);

Add add_here() {
#ifdef GUISE_SIGNED_AVX2
  if (__builtin_cpu_supports("avx2")) return add_avx2;
#endif
  return add_plain;
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
  sums.outputs_ = matrix.rows();
  for (Index first = 0; first < matrix.cols(); first += kGroup) {
    for (Index k = 0; k < matrix.rows(); ++k) {
      Part part;
      for (Index j = first; j < std::min(first + kGroup, matrix.cols()); ++j)
        if (matrix(k, j) != 0) (matrix(k, j) > 0 ? part.plus : part.minus).push_back(static_cast<std::uint16_t>(j - first));
      sums.parts_.push_back(std::move(part));
    }
  }
  return sums;
}

void SignedSums::apply_strip(const MatrixRef& records, Index first, Matrix& out) const {
  static const Add add = add_here();
  const Index count = std::min(kStrip, records.rows() - first);
  thread_local std::vector<Strip> packed, sums;
  packed.resize(static_cast<std::size_t>(kGroup));
  sums.assign(static_cast<std::size_t>(outputs_), Strip{});
  for (Index group = 0; group * kGroup < inputs_; ++group) {
    const Index columns = std::min(kGroup, inputs_ - group * kGroup);
    for (Index j = 0; j < columns; ++j)
      std::copy_n(records.col(group * kGroup + j).data() + first, count, packed[static_cast<std::size_t>(j)].values);
    const Part* parts = parts_.data() + group * outputs_;
    for (Index k = 0; k < outputs_; ++k) add(packed.data(), parts[k].plus, parts[k].minus, sums[static_cast<std::size_t>(k)]);
  }
  for (Index k = 0; k < outputs_; ++k) {
    const double* sum = sums[static_cast<std::size_t>(k)].values;
    double* column = out.col(k).data() + first;
    for (Index r = 0; r < count; ++r) column[r] = factor_ * sum[r];
  }
}

Matrix SignedSums::apply(const MatrixRef& records) const {
  Matrix out(records.rows(), outputs_);
  for (Index first = 0; first < records.rows(); first += kStrip) apply_strip(records, first, out);
  return out;
}

}  // namespace guise::linalg
