// SPDX-License-Identifier: Apache-2.0
// What an instruction set has to offer: the hot loops from address to numbers. One table per kernel_*.cpp, chosen in
// kernels.cpp.
#pragma once
#include <cstddef>
#include <cstdint>

namespace guise::random {

/// Where a stream lies: the ChaCha20 key as little-endian words and two words of the nonce. The key is wiped on destruction.
struct Address {
  std::uint32_t key[8];
  std::uint32_t stream, step;
  ~Address() {
    for (std::uint32_t& word : key) *static_cast<volatile std::uint32_t*>(&word) = 0;
  }
};

/// What becomes of a word: u in (0,1) itself, or a number of one of the laws.
enum class Shape { unit, gaussian, uniform, laplace, truncated };

struct KernelTable {
  void (*words)(const Address&, std::uint64_t first, std::size_t count, std::uint64_t* out);
  void (*fill)(Shape, const Address&, std::uint64_t first, std::size_t count, double* out);
  void (*signs)(const std::uint64_t* words, std::size_t count, double* out);  ///< 64 of every word
  void (*add)(Shape, const Address&, std::uint64_t first, std::size_t count, double scale, double* out);
};

const KernelTable& current_table();

namespace portable {
extern const KernelTable table;
}
#if defined(__x86_64__)
namespace avx2 {
extern const KernelTable table;
}
namespace avx512 {
extern const KernelTable table;
}
#endif

}  // namespace guise::random
