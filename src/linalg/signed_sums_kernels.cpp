// SPDX-License-Identifier: Apache-2.0
#include "linalg/signed_sums_kernels.h"

#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define GUISE_SIGNED_AVX2 1
#endif

namespace guise::linalg {
namespace {

const double* strip_at(const SumStrip* packed, std::uint16_t place) {
  return reinterpret_cast<const double*>(reinterpret_cast<const char*>(packed) + place);
}

/// Pieces of a few lines, each from another page, are too short for the CPU to foresee the next. Waiting for them took half
/// the time.
void fetch_next(const double* piece, std::ptrdiff_t strips) {
  for (int r = 0; r < strips * kSumRecords; r += 8) __builtin_prefetch(piece + strips * kSumRecords + r);
}

void pack_plain(const double* records, std::ptrdiff_t stride, std::ptrdiff_t columns, std::ptrdiff_t strips,
                std::ptrdiff_t apart, SumStrip* packed) {
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
    fetch_next(records + j * stride, strips);
    for (std::ptrdiff_t s = 0; s < strips; ++s) {
      const double* piece = records + j * stride + s * kSumRecords;
      double *plus = packed[s * apart + 2 * j].values, *minus = packed[s * apart + 2 * j + 1].values;
      for (int r = 0; r < kSumRecords; ++r) plus[r] = piece[r];
      for (int r = 0; r < kSumRecords; ++r) minus[r] = -piece[r];
    }
  }
}

template <bool fresh>
void add_plain(const SumStrip* packed, std::span<const SumPair> pairs, const std::uint16_t* places, SumStrip* sums) {
  for (const SumPair& pair : pairs)
    for (int side = 0; side < 2; ++side) {
      SumStrip sum = fresh ? SumStrip{} : sums[pair.outputs[side]];
      const std::uint16_t* place = places + pair.begin + side;
      for (std::uint32_t entry = 0; entry < kSumStep * pair.steps; ++entry, place += 2) {
        const double* strip = strip_at(packed, *place);
        for (int r = 0; r < kSumRecords; ++r) sum.values[r] += strip[r];
      }
      sums[pair.outputs[side]] = sum;
    }
}

void write_plain(const SumStrip* sums, std::ptrdiff_t apart, double factor, bool, std::span<double> column) {
  for (std::size_t i = 0; i < column.size(); i += kSumRecords, sums += apart)
    for (std::size_t r = 0; r < kSumRecords && i + r < column.size(); ++r) column[i + r] = factor * sums->values[r];
}

#ifdef GUISE_SIGNED_AVX2
constexpr int kVectors = kSumRecords / 4;

__attribute__((target("avx2"))) void pack_avx2(const double* records, std::ptrdiff_t stride, std::ptrdiff_t columns,
                                               std::ptrdiff_t strips, std::ptrdiff_t apart, SumStrip* packed) {
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
    fetch_next(records + j * stride, strips);
    for (std::ptrdiff_t s = 0; s < strips; ++s) {
      const double* piece = records + j * stride + s * kSumRecords;
      double *plus = packed[s * apart + 2 * j].values, *minus = packed[s * apart + 2 * j + 1].values;
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) {
        const __m256d value = _mm256_loadu_pd(piece + 4 * v);
        _mm256_store_pd(plus + 4 * v, value);
        _mm256_store_pd(minus + 4 * v, _mm256_xor_pd(value, _mm256_set1_pd(-0.0)));
      }
    }
  }
}

/// The same additions in the same order with the sums in registers, where compilers by themselves leave them in memory.
template <bool fresh>
__attribute__((target("avx2"))) void add_avx2(const SumStrip* packed, std::span<const SumPair> pairs,
                                              const std::uint16_t* places, SumStrip* sums) {
  for (const SumPair& pair : pairs) {
    double *first = sums[pair.outputs[0]].values, *second = sums[pair.outputs[1]].values;
    __m256d a[kVectors], b[kVectors];
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      a[v] = fresh ? _mm256_setzero_pd() : _mm256_load_pd(first + 4 * v);
      b[v] = fresh ? _mm256_setzero_pd() : _mm256_load_pd(second + 4 * v);
    }
    const std::uint16_t* place = places + pair.begin;
    for (std::uint32_t step = 0; step < pair.steps; ++step, place += 4) {
      std::uint64_t four;  // places by one load: loads are what the CPU is short of
      std::memcpy(&four, place, sizeof four);
#pragma GCC unroll 2
      for (int entry = 0; entry < kSumStep; ++entry, four >>= 32) {
        const double* to_a = strip_at(packed, static_cast<std::uint16_t>(four));
        const double* to_b = strip_at(packed, static_cast<std::uint16_t>(four >> 16));
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) a[v] = _mm256_add_pd(a[v], _mm256_load_pd(to_a + 4 * v));
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v) b[v] = _mm256_add_pd(b[v], _mm256_load_pd(to_b + 4 * v));
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) _mm256_store_pd(first + 4 * v, a[v]), _mm256_store_pd(second + 4 * v, b[v]);
  }
}

/// A store past the caches saves reading what is about to be overwritten.
__attribute__((target("avx2"))) void write_avx2(const SumStrip* sums, std::ptrdiff_t apart, double factor, bool past_caches,
                                                std::span<double> column) {
  if (column.size() % kSumRecords != 0) return write_plain(sums, apart, factor, past_caches, column);
  const bool stream = past_caches && reinterpret_cast<std::uintptr_t>(column.data()) % sizeof(__m256d) == 0;
  double* to = column.data();
  for (; to < column.data() + column.size(); to += kSumRecords, sums += apart) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      const __m256d value = _mm256_mul_pd(_mm256_set1_pd(factor), _mm256_load_pd(sums->values + 4 * v));
      stream ? _mm256_stream_pd(to + 4 * v, value) : _mm256_storeu_pd(to + 4 * v, value);
    }
  }
}
#endif

constexpr SumKernel kKernels[] = {
    {"plain", pack_plain, add_plain<true>, add_plain<false>, write_plain},
#ifdef GUISE_SIGNED_AVX2
    {"avx2", pack_avx2, add_avx2<true>, add_avx2<false>, write_avx2},
#endif
};

}  // namespace

std::span<const SumKernel> sum_kernels() {
#ifdef GUISE_SIGNED_AVX2
  static const bool wide = __builtin_cpu_supports("avx2");
  return std::span(kKernels).first(wide ? 2 : 1);
#else
  return kKernels;
#endif
}

}  // namespace guise::linalg
