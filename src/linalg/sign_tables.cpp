// SPDX-License-Identifier: Apache-2.0
// By the method of the four Russians (Arlazarov, Dinic, Kronrod and Faradzhev, 1970): four records have sixteen sums, whatever
// the signs. They are made once, and each output looks its own up by four bits, one addition instead of four. Of a hundred
// outputs of ten columns this takes a fifth of the time of a product with a matrix of signs.
#include "linalg/sign_tables.h"

#include <algorithm>
#include <cassert>
#include <vector>

namespace guise::linalg {
namespace {

constexpr int kBits = 4, kSums = 1 << kBits, kTables = kSignsPerWord / kBits;

/// Four columns.
using Four = double __attribute__((vector_size(32)));
constexpr Index kLanes = sizeof(Four) / sizeof(double);

/// Vectors of columns worked on together: the tables of 64 records are 24 KiB then and stay in the first-level cache.
constexpr int kMostVectors = 3;

/// Up to kLanes * vectors columns of 64 records, row after row, and all sums of every four.
template <int vectors>
struct Tables {
  Four record[kSignsPerWord][vectors];
  Four sum[kTables][kSums][vectors];

  __attribute__((always_inline)) void read(const MatrixRef& rows) {
    auto* const numbers = reinterpret_cast<double*>(record);
    std::fill_n(numbers, kSignsPerWord * kLanes * vectors, 0.0);
    for (Index j = 0; j < rows.cols(); ++j)
      for (Index i = 0; i < rows.rows(); ++i) numbers[i * kLanes * vectors + j] = rows(i, j);
  }

  __attribute__((always_inline)) void fill() {
    for (int table = 0; table < kTables; ++table) {
      const auto* const four = record + kBits * table;
      for (int v = 0; v < vectors; ++v) sum[table][0][v] = (four[0][v] + four[1][v]) + (four[2][v] + four[3][v]);
      for (int signs = 1; signs < kSums; ++signs)  // one minus more than a sum that is there
        for (int v = 0; v < vectors; ++v)
          sum[table][signs][v] =
              sum[table][signs & (signs - 1)][v] - 2.0 * four[__builtin_ctz(static_cast<unsigned>(signs))][v];
    }
  }

  __attribute__((always_inline)) void add_to(Four* total, std::uint64_t signs) const {
    Four here[vectors];
    for (int v = 0; v < vectors; ++v) here[v] = total[v];
#pragma GCC unroll 16
    for (int table = 0; table < kTables; ++table, signs >>= kBits)
      for (int v = 0; v < vectors; ++v) here[v] += sum[table][signs % kSums][v];
    for (int v = 0; v < vectors; ++v) total[v] = here[v];
  }
};

template <int vectors>
inline __attribute__((always_inline)) void add_columns(const MatrixRef& rows, std::span<const std::uint64_t> words,
                                                       double factor, MutableMatrixRef sums) {
  const Index words_each = (rows.rows() + kSignsPerWord - 1) / kSignsPerWord, outputs = sums.rows();
  static thread_local Tables<vectors> tables;
  static thread_local std::vector<Four> totals;
  totals.assign(static_cast<std::size_t>(outputs * vectors), Four{});
  for (Index word = 0; word < words_each; ++word) {
    const Index first = word * kSignsPerWord;
    tables.read(rows.middleRows(first, std::min(kSignsPerWord, rows.rows() - first)));
    tables.fill();
    for (Index k = 0; k < outputs; ++k)
      tables.add_to(totals.data() + k * vectors, words[static_cast<std::size_t>(k * words_each + word)]);
  }
  const auto* const numbers = reinterpret_cast<const double*>(totals.data());
  for (Index j = 0; j < sums.cols(); ++j)
    for (Index k = 0; k < outputs; ++k) sums(k, j) += factor * numbers[k * kLanes * vectors + j];
}

inline __attribute__((always_inline)) void add_all(const MatrixRef& rows, std::span<const std::uint64_t> words, double factor,
                                                   Matrix& sums) {
  for (Index first = 0; first < rows.cols(); first += kMostVectors * kLanes) {
    const Index count = std::min(kMostVectors * kLanes, rows.cols() - first);
    const MatrixRef columns = rows.middleCols(first, count);
    const MutableMatrixRef to = sums.middleCols(first, count);
    switch ((count + kLanes - 1) / kLanes) {
      case 1:
        add_columns<1>(columns, words, factor, to);
        break;
      case 2:
        add_columns<2>(columns, words, factor, to);
        break;
      default:
        add_columns<kMostVectors>(columns, words, factor, to);
    }
  }
}

void add_plain(const MatrixRef& rows, std::span<const std::uint64_t> words, double factor, Matrix& sums) {
  add_all(rows, words, factor, sums);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) void add_avx2(const MatrixRef& rows, std::span<const std::uint64_t> words, double factor,
                                              Matrix& sums) {
  add_all(rows, words, factor, sums);
}
#endif

constexpr SignKernel kKernels[] = {
    {"plain", add_plain},
#if defined(__x86_64__)
    {"avx2", add_avx2},
#endif
};

}  // namespace

std::span<const SignKernel> sign_kernels() {
#if defined(__x86_64__)
  static const bool wide = __builtin_cpu_supports("avx2");
  return std::span(kKernels).first(wide ? 2 : 1);
#else
  return kKernels;
#endif
}

void add_signed_records(const MatrixRef& rows, std::span<const std::uint64_t> words, double factor, Matrix& sums) {
  assert(rows.cols() == sums.cols());
  assert(static_cast<Index>(words.size()) == (rows.rows() + kSignsPerWord - 1) / kSignsPerWord * sums.rows());
  sign_kernels().back().add(rows, words, factor, sums);
}

}  // namespace guise::linalg
