// SPDX-License-Identifier: Apache-2.0
// The discrete Gaussian by the exact sampler of Canonne, Kamath & Steinke, "The Discrete Gaussian for Differential Privacy"
// (NeurIPS 2020), Algorithms 1 to 3. Only integers are compared, so the law is exact, not exact up to rounding.
#include <sodium.h>

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

#include "base/error.h"
#include "random/derive.h"
#include "random/laws.h"

namespace guise::random {
namespace {

using Wide = boost::multiprecision::uint256_t;

/// The words of one cell: ChaCha20-IETF with nonce LE64(position) | LE32(stream) and counter from 0.
class Cell {
 public:
  Cell(const Bytes32& key, std::uint32_t stream, std::uint64_t position) : key_(key) {
    for (int i = 0; i < 8; ++i) nonce_[i] = static_cast<std::uint8_t>(position >> (8 * i));
    for (int i = 0; i < 4; ++i) nonce_[8 + i] = static_cast<std::uint8_t>(stream >> (8 * i));
  }

  std::uint64_t word() {
    if (next_ == kWords) refill();
    return words_[next_++];
  }

  /// Uniform in 0 … below-1: as many low bits as below-1 has, drawn again until they are less than `below`.
  std::uint64_t uniform(std::uint64_t below) {
    if (below == 1) return 0;
    const int spare = std::countl_zero(below - 1);
    std::uint64_t drawn;
    do drawn = word() << spare >> spare;
    while (drawn >= below);
    return drawn;
  }

  /// The same for wide integers, the least significant word first.
  Wide uniform(const Wide& below) {
    const Wide last = below - 1;
    if (last == 0) return 0;
    const auto bits = static_cast<int>(msb(last)) + 1;
    Wide drawn;
    do {
      drawn = 0;
      for (int at = 0; at < bits; at += 64) {
        const int spare = std::max(0, 64 - (bits - at));
        drawn |= Wide(word() << spare >> spare) << at;
      }
    } while (drawn >= below);
    return drawn;
  }

 private:
  static constexpr int kBlocks = 4, kWords = 8 * kBlocks;  // a number takes about 20 words

  void refill() {
    std::uint8_t bytes[8 * kWords] = {};
    crypto_stream_chacha20_ietf_xor_ic(bytes, bytes, sizeof bytes, nonce_, counter_, key_.data());
    for (int i = 0; i < kWords; ++i) {
      words_[i] = 0;
      for (int j = 0; j < 8; ++j) words_[i] |= static_cast<std::uint64_t>(bytes[8 * i + j]) << (8 * j);
    }
    counter_ += kBlocks;
    next_ = 0;
  }

  const Bytes32& key_;
  std::uint8_t nonce_[12];
  std::uint32_t counter_ = 0;
  std::uint64_t words_[kWords];
  int next_ = kWords;
};

/// Algorithm 1 for 0 <= numerator/denominator <= 1: true with probability exp(-numerator/denominator). Bernoulli(g/k) is drawn
/// as Bernoulli(1/k) and, if that holds, Bernoulli(g), which keeps the integers small.
template <typename Integer>
bool bernoulli_exp(Cell& cell, const Integer& numerator, const Integer& denominator) {
  std::uint64_t k = 1;
  while (cell.uniform(k) == 0 && cell.uniform(denominator) < numerator) ++k;
  return k % 2 == 1;
}

/// Algorithm 2 with scale t: P(y) proportional to exp(-|y|/t).
std::int64_t discrete_laplace(Cell& cell, std::uint64_t t) {
  for (;;) {
    const std::uint64_t u = cell.uniform(t);
    if (!bernoulli_exp(cell, u, t)) continue;
    std::uint64_t v = 0;
    while (bernoulli_exp<std::uint64_t>(cell, 1, 1)) ++v;
    const auto size = static_cast<std::int64_t>(u + t * v);
    const bool negative = cell.uniform(std::uint64_t{2}) == 1;
    if (negative && size == 0) continue;  // 0 would count twice
    return negative ? -size : size;
  }
}

/// sigma^2 = numerator / denominator exactly, and t = floor(sigma) + 1.
struct Variance {
  Wide numerator, denominator, twice;  ///< twice = 2 numerator denominator t^2
  std::uint64_t t;

  explicit Variance(double sigma2) {
    constexpr double kLeast = 0x1p-40, kMost = 0x1p80;  // the integers below then fit in 256 bits
    require(sigma2 >= kLeast && sigma2 <= kMost,
            "sigma2 of the discrete Gaussian must be between {} and {}, got {}; choose another grid", kLeast, kMost, sigma2);
    int exponent;
    numerator = static_cast<std::uint64_t>(std::ldexp(std::frexp(sigma2, &exponent), 53));
    denominator = 1;
    exponent -= 53;
    (exponent < 0 ? denominator : numerator) <<= std::abs(exponent);
    t = static_cast<std::uint64_t>(sqrt(Wide(numerator / denominator))) + 1;
    twice = 2 * numerator * denominator * t * t;
  }
};

/// Algorithm 3: a discrete Laplace y is kept with probability exp(-(|y| - sigma^2/t)^2 / (2 sigma^2)).
double discrete_gaussian(Cell cell, const Variance& variance) {
  for (;;) {
    const std::int64_t y = discrete_laplace(cell, variance.t);
    const Wide scaled = Wide(static_cast<std::uint64_t>(std::abs(y))) * variance.t * variance.denominator;
    const Wide distance = scaled > variance.numerator ? Wide(scaled - variance.numerator) : Wide(variance.numerator - scaled);
    Wide exponent = distance * distance;
    bool kept = true;
    for (; kept && exponent > variance.twice; exponent -= variance.twice) kept = bernoulli_exp<std::uint64_t>(cell, 1, 1);
    if (kept && bernoulli_exp(cell, exponent, variance.twice)) return static_cast<double>(y);
  }
}

}  // namespace

void fill_discrete_gaussian(const Rng& rng, std::uint32_t stream, std::uint64_t first, double sigma2, std::span<double> out) {
  const Variance variance(sigma2);
  const Rng cells = rng.fork("discrete");
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = discrete_gaussian(Cell(cells.key(), stream, first + i), variance);
}

}  // namespace guise::random
