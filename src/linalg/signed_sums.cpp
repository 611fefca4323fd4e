// SPDX-License-Identifier: Apache-2.0
#include "linalg/signed_sums.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>

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

// Columns worked on together: a strip of 64 columns and of their negatives are 32 KiB and stay in the first-level cache while
// all outputs take them.
constexpr Index kGroup = 64;

// Above this share of entries a dense product is as fast.
constexpr double kMostEntries = 0.5;

using Places = std::span<const std::uint16_t>;

/// sums += the columns at these places. Subtraction is the addition of the negative: with a second list for it, every output
/// would end two loops at places the CPU cannot foresee, which took a third of the time.
void add_plain(const Strip* packed, Places places, Strip& sums) {
  for (const std::uint16_t place : places)
    for (Index r = 0; r < kStrip; ++r) sums.values[r] += packed[place].values[r];
}

#ifdef GUISE_SIGNED_AVX2
/// The same additions in the same order with the sums in registers, where GCC by itself leaves them in memory.
__attribute__((target("avx2"))) void add_avx2(const Strip* packed, Places places, Strip& sums) {
  constexpr int kVectors = kStrip / 4;
  __m256d sum[kVectors];
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) sum[v] = _mm256_load_pd(sums.values + 4 * v);
  for (const std::uint16_t place : places) {
#pragma GCC unroll 8
    for (int v = 0; v < kVectors; ++v) sum[v] = _mm256_add_pd(sum[v], _mm256_load_pd(packed[place].values + 4 * v));
  }
#pragma GCC unroll 8
  for (int v = 0; v < kVectors; ++v) _mm256_store_pd(sums.values + 4 * v, sum[v]);
}
#endif

using Add = void (*)(const Strip*, Places, Strip&);

Add add_here() {
#ifdef GUISE_SIGNED_AVX2
  if (__builtin_cpu_supports("avx2")) return add_avx2;
#endif
  return add_plain;
}

/// The next strip of a column: pieces of 256 bytes, each from another page, are too short for the CPU to foresee. Waiting for
/// them took half the time.
void fetch_next(const double* column) {
  for (Index r = 0; r < kStrip; r += 8) __builtin_prefetch(column + kStrip + r);
}

/// Column j of these records at place 2j, its negative at 2j + 1. `Count` is kStrip where all of a strip is there: a loop of
/// known length becomes vectors.
template <typename Count>
void pack(const MatrixRef& columns, Count count, Strip* packed) {
  for (Index j = 0; j < columns.cols(); ++j) {
    const double* column = columns.col(j).data();
    double *plus = packed[2 * j].values, *minus = packed[2 * j + 1].values;
    fetch_next(column);
    for (Index r = 0; r < count; ++r) plus[r] = column[r];
    for (Index r = 0; r < count; ++r) minus[r] = -plus[r];
  }
}

template <typename Count>
void unpack(const std::vector<Strip>& sums, double factor, Count count, MutableMatrixRef out) {
  for (Index k = 0; k < out.cols(); ++k) {
    const double* sum = sums[static_cast<std::size_t>(k)].values;
    double* column = out.col(k).data();
    fetch_next(column);
    for (Index r = 0; r < count; ++r) column[r] = factor * sum[r];
  }
}

using WholeStrip = std::integral_constant<Index, kStrip>;

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
      sums.starts_.push_back(sums.places_.size());
      for (Index j = first; j < std::min(first + kGroup, matrix.cols()); ++j)
        if (matrix(k, j) != 0) sums.places_.push_back(static_cast<std::uint16_t>(2 * (j - first) + (matrix(k, j) < 0 ? 1 : 0)));
    }
  }
  sums.starts_.push_back(sums.places_.size());
  return sums;
}

template <typename Count>
void SignedSums::apply_strip(const MatrixRef& records, Count count, MutableMatrixRef out) const {
  static const Add add = add_here();
  thread_local std::vector<Strip> packed, sums;
  packed.resize(static_cast<std::size_t>(2 * kGroup));
  sums.assign(static_cast<std::size_t>(outputs_), Strip{});
  const std::size_t* start = starts_.data();
  for (Index first = 0; first < inputs_; first += kGroup) {
    pack(records.middleCols(first, std::min(kGroup, inputs_ - first)), count, packed.data());
    for (Strip& sum : sums) {
      add(packed.data(), Places(places_).subspan(start[0], start[1] - start[0]), sum);
      ++start;
    }
  }
  unpack(sums, factor_, count, out);
}

void SignedSums::apply(const MatrixRef& records, MutableMatrixRef out) const {
  Index first = 0;
  for (; first + kStrip <= records.rows(); first += kStrip)
    apply_strip(records.middleRows(first, kStrip), WholeStrip{}, out.middleRows(first, kStrip));
  const Index rest = records.rows() - first;
  if (rest > 0) apply_strip(records.bottomRows(rest), rest, out.bottomRows(rest));
}

}  // namespace guise::linalg
