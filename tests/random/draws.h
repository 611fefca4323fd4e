// SPDX-License-Identifier: Apache-2.0
// What the tests of random/ share.
#pragma once
#include <cstdint>
#include <numeric>
#include <span>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "random/kernels.h"
#include "random/rng.h"

namespace guise::random {

/// 00 01 02 … 1f, the key of the published test vectors.
inline Bytes32 counting_key() {
  Bytes32 key;
  std::iota(key.begin(), key.end(), std::uint8_t{0});
  return key;
}

inline Bytes32 bytes_from_hex(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  Bytes32 out{};
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = static_cast<std::uint8_t>(16 * digit(hex[2 * i]) + digit(hex[2 * i + 1]));
  return out;
}

/// Numbers first, first+1, … of one of the fill_ functions.
template <typename Fill, typename... More>
std::vector<double> draw(Fill fill, const Rng& rng, std::uint32_t stream, std::uint64_t first, std::size_t count,
                         More... more) {
  std::vector<double> out(count);
  fill(rng, stream, first, more..., std::span<double>(out));
  return out;
}

/// Puts the kernel back that was in use.
class KernelGuard {
 public:
  ~KernelGuard() { force_kernel(before_); }

 private:
  Kernel before_ = current_kernel();
};

}  // namespace guise::random
