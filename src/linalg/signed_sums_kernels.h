// SPDX-License-Identifier: Apache-2.0
// The innermost loop of signed sums: strips of a few records, looked up and added.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace guise::linalg {

/// Records summed together. Two outputs of four AVX2 vectors each are eight chains of additions, enough that none waits for
/// the one before it: with four chains the CPU did 1.3 additions a cycle instead of 2. (Of AVX-512 one vector a cycle is added,
/// and four chains do.)
constexpr int kSumRecords = 16;

struct alignas(128) SumStrip {
  double values[kSumRecords] = {};
};

/// Two outputs and what is added to them: places[begin], places[begin + 2], … to the first, those between to the second. A
/// place is in bytes from the first packed strip: one addition less for every address.
struct SumPair {
  std::uint32_t outputs[2];
  std::uint32_t begin, steps;
};

/// Entries for each of the two outputs in a step; lists are filled up with a strip of zeros. Pairs come in order of their
/// steps, so that the CPU foresees where almost every list ends.
constexpr int kSumStep = 2;

/// Numbers to be fetched while others are added up: `records` of every column, `stride` from one to the next.
struct SumFetch {
  const double* column;
  std::ptrdiff_t stride, records;
  std::size_t columns;
};

struct SumKernel {
  std::string_view name;
  /// Strip 2j = column j, strip 2j + 1 = its negative, `apart` strips further those of the next records. `stride`: from one
  /// column to the next.
  void (*pack)(const double* records, std::ptrdiff_t stride, std::ptrdiff_t columns, std::ptrdiff_t strips,
               std::ptrdiff_t apart, SumStrip* packed);
  using Add = void (*)(const SumStrip* packed, std::span<const SumPair> pairs, const std::uint16_t* places, SumFetch next,
                       SumStrip* sums);
  Add sum;  ///< the sums are what the pairs tell
  Add add;  ///< they grow by it
  /// A column = factor * its strips, `apart` strips from one to the next; past the caches where told so and possible.
  void (*write)(const SumStrip* sums, std::ptrdiff_t apart, double factor, bool past_caches, std::span<double> column);
};

std::span<const SumKernel> sum_kernels();  ///< those that run on this CPU, slowest first; all give the same bits

}  // namespace guise::linalg
