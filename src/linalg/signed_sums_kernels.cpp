// SPDX-License-Identifier: Apache-2.0
#include "linalg/signed_sums_kernels.h"

#include <cstring>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define GUISE_SIGNED_X86 1
#endif

namespace guise::linalg {
namespace {

const double* strip_at(const SumStrip* packed, std::uint16_t place) {
  return reinterpret_cast<const double*>(reinterpret_cast<const char*>(packed) + place);
}

/// Calls for the columns of `next` one after the other, evenly over as many steps: pieces of a few lines, each from another
/// page, are too short for the CPU to foresee the next, and waiting for them took half the time. What is more than a strip goes
/// to the second-level cache, as the first is full of what is worked on. Past the end nothing happens.
class Fetcher {
 public:
  Fetcher(const SumFetch& next, std::size_t steps) : next_(next), steps_(steps) {}
  __attribute__((always_inline)) void step() {
    for (due_ += next_.columns; due_ >= steps_; due_ -= steps_, next_.column += next_.stride)
      for (std::ptrdiff_t r = 0; r < next_.records; r += 8)
        next_.records > kSumRecords ? __builtin_prefetch(next_.column + r, 0, 1) : __builtin_prefetch(next_.column + r);
  }

 private:
  SumFetch next_;
  std::size_t steps_, due_ = 0;
};

void pack_plain(const double* records, std::ptrdiff_t stride, std::ptrdiff_t columns, std::ptrdiff_t strips,
                std::ptrdiff_t apart, SumStrip* packed) {
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
    for (std::ptrdiff_t s = 0; s < strips; ++s) {
      const double* piece = records + j * stride + s * kSumRecords;
      double *plus = packed[s * apart + 2 * j].values, *minus = packed[s * apart + 2 * j + 1].values;
      for (int r = 0; r < kSumRecords; ++r) plus[r] = piece[r];
      for (int r = 0; r < kSumRecords; ++r) minus[r] = -piece[r];
    }
  }
}

template <bool fresh>
void add_plain(const SumStrip* packed, std::span<const SumPair> pairs, const std::uint16_t* places, SumFetch next,
               SumStrip* sums) {
  Fetcher fetcher(next, pairs.size());
  for (const SumPair& pair : pairs) {
    fetcher.step();
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
}

void write_plain(const SumStrip* sums, std::ptrdiff_t apart, double factor, bool, std::span<double> column) {
  for (std::size_t i = 0; i < column.size(); i += kSumRecords, sums += apart)
    for (std::size_t r = 0; r < kSumRecords && i + r < column.size(); ++r) column[i + r] = factor * sums->values[r];
}

#ifdef GUISE_SIGNED_X86
constexpr int kVectors = kSumRecords / 4;

__attribute__((target("avx2"))) void pack_avx2(const double* records, std::ptrdiff_t stride, std::ptrdiff_t columns,
                                               std::ptrdiff_t strips, std::ptrdiff_t apart, SumStrip* packed) {
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
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
template <typename Vector, bool fresh>
inline __attribute__((always_inline)) void add_vectors(const SumStrip* packed, std::span<const SumPair> pairs,
                                                       const std::uint16_t* places, const SumFetch& next, SumStrip* sums) {
  constexpr int kParts = sizeof(SumStrip) / sizeof(Vector);
  Fetcher fetcher(next, pairs.size());
  for (const SumPair& pair : pairs) {
    fetcher.step();
    auto *first = reinterpret_cast<Vector*>(sums[pair.outputs[0]].values),
         *second = reinterpret_cast<Vector*>(sums[pair.outputs[1]].values);
    Vector a[kParts], b[kParts];
#pragma GCC unroll 4
    for (int v = 0; v < kParts; ++v) a[v] = fresh ? Vector{} : first[v], b[v] = fresh ? Vector{} : second[v];
    const std::uint16_t* place = places + pair.begin;
    for (std::uint32_t step = 0; step < pair.steps; ++step, place += 4) {
      std::uint64_t four;  // places by one load: loads are what the CPU is short of
      std::memcpy(&four, place, sizeof four);
#pragma GCC unroll 2
      for (int entry = 0; entry < kSumStep; ++entry, four >>= 32) {
        const auto* to_a = reinterpret_cast<const Vector*>(strip_at(packed, static_cast<std::uint16_t>(four)));
        const auto* to_b = reinterpret_cast<const Vector*>(strip_at(packed, static_cast<std::uint16_t>(four >> 16)));
#pragma GCC unroll 4
        for (int v = 0; v < kParts; ++v) a[v] += to_a[v];
#pragma GCC unroll 4
        for (int v = 0; v < kParts; ++v) b[v] += to_b[v];
      }
    }
#pragma GCC unroll 4
    for (int v = 0; v < kParts; ++v) first[v] = a[v], second[v] = b[v];
  }
}

using Four = double __attribute__((vector_size(32), may_alias));
using Eight = double __attribute__((vector_size(64), may_alias));

template <bool fresh>
__attribute__((target("avx2"))) void add_avx2(const SumStrip* packed, std::span<const SumPair> pairs,
                                              const std::uint16_t* places, SumFetch next, SumStrip* sums) {
  add_vectors<Four, fresh>(packed, pairs, places, next, sums);
}

template <bool fresh>
__attribute__((target("avx512f"))) void add_avx512(const SumStrip* packed, std::span<const SumPair> pairs,
                                                   const std::uint16_t* places, SumFetch next, SumStrip* sums) {
  add_vectors<Eight, fresh>(packed, pairs, places, next, sums);
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
#ifdef GUISE_SIGNED_X86
    {"avx2", pack_avx2, add_avx2<true>, add_avx2<false>, write_avx2},
    {"avx512", pack_avx2, add_avx512<true>, add_avx512<false>, write_avx2},
#endif
};

}  // namespace

std::span<const SumKernel> sum_kernels() {
#ifdef GUISE_SIGNED_X86
  static const std::size_t usable = !__builtin_cpu_supports("avx2") ? 1 : !__builtin_cpu_supports("avx512f") ? 2 : 3;
  return std::span(kKernels).first(usable);
#else
  return kKernels;
#endif
}

}  // namespace guise::linalg
