// SPDX-License-Identifier: Apache-2.0
// From words to numbers in tiles that stay in the first-level cache. Included inside the namespace of each kernel_*.cpp, so
// that the code made for one instruction set can never be linked in place of another's.

#include "random/chacha_body.h"
#include "random/math_body.h"

// 8 KiB of words, 8 KiB of numbers and the tails fit in 32 KiB.
constexpr int kTile = 1024;
static_assert(kTile % (kTogether * kBatchWords) == 0);

constexpr double kMassWithinTwo = 0.9544997361036416;  // Phi(2) - Phi(-2)

struct Tile {
  alignas(64) std::uint64_t words[kTile + kLanes];
  std::uint16_t where[kTile + 4];
  alignas(64) double numbers[kTile];
  alignas(64) double tail[kTile];
  Tile() { __builtin_memset(words + kTile, 0, sizeof(Bits)); }  // the last vector of a tile may reach past its words
};

inline __attribute__((always_inline)) Real load(const double* from) {
  Real x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}

inline __attribute__((always_inline)) void store(double* to, Real x) {
  __builtin_memcpy(to, &x, sizeof x);
}

inline __attribute__((always_inline)) Real absolute(Real x) {
  return from_bits(bits_of(x) & 0x7fffffffffffffff);
}

inline __attribute__((always_inline)) Real with_sign_of(Real size, Real sign) {
  return from_bits(bits_of(size) | (bits_of(sign) & 0x8000000000000000));
}

inline __attribute__((always_inline)) Bits load_bits(const std::uint64_t* from) {
  Bits x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}

/// u - 1/2 for u = ((word >> 12) + 1/2) / 2^52, every operation exact: 1 + k/2^52 by its bits, minus 3/2, plus 2^-53.
inline __attribute__((always_inline)) Real centred(Bits word) {
  return from_bits((word >> 12) | 0x3ff0000000000000) - 1.5 + 0x1p-53;
}

// The set bits of a nibble in ascending order, 16 bits each, and their number.
constexpr std::uint64_t kLanesOf[16] = {
    0, 0,        1,        0x1'0000,      2,        0x2'0000,      0x2'0001,      0x2'0001'0000,
    3, 0x3'0000, 0x3'0001, 0x3'0001'0000, 0x3'0002, 0x3'0002'0000, 0x3'0002'0001, 0x3'0002'0001'0000};
constexpr std::uint8_t kCountOf[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/// Appends i + lane for every lane set in the mask; four places are written at once, those past the new end are garbage.
inline __attribute__((always_inline)) std::uint16_t* append_lanes(unsigned mask, int i, std::uint16_t* end) {
  for (int lane = 0; lane < kLanes; lane += 4) {
    const unsigned nibble = (mask >> lane) & 15;
    const std::uint64_t places = kLanesOf[nibble] + static_cast<std::uint64_t>(i + lane) * 0x1'0001'0001'0001;
    __builtin_memcpy(end, &places, sizeof places);
    end += kCountOf[nibble];
  }
  return end;
}

/// tail[i] = the quantile of q = tail[i], |q| > kCentre. In two loops, because one would be a single long chain of dependent
/// operations.
inline void tail_quantiles(double* tail, int count) {
  for (int i = 0; i < count; i += kLanes) {
    const Real q = load(tail + i);
    store(tail + i, with_sign_of(square_root(-logarithm(0.5 - absolute(q))), q));
  }
  for (int i = 0; i < count; i += kLanes) {
    const Real signed_r = load(tail + i), r = absolute(signed_r);
    Real z = quantile_tail(r);
    if (lane_mask(r > kFar) != 0) z = r > kFar ? quantile_far_tail(r) : z;  // once in 4e10 numbers
    store(tail + i, with_sign_of(z, signed_r));
  }
}

/// Quantiles of u - 1/2, for the truncated law drawn in to the mass it keeps. The tails are gathered, the formula of the centre
/// is used on all, then the tails are computed and scattered over it.
template <bool truncated>
inline void quantiles(Tile& tile, const std::uint64_t* words, int count, double* out) {
  std::uint16_t* end = tile.where;
#pragma GCC unroll 4
  for (int i = 0; i < count; i += kLanes) {
    Real q = centred(load_bits(words + i));
    if constexpr (truncated) q *= kMassWithinTwo;
    store(tile.numbers + i, q);
    end = append_lanes(lane_mask(absolute(q) > kCentre), i, end);
  }
  const auto tails = static_cast<int>(end - tile.where);
  for (int i = 0; i < tails; ++i) tile.tail[i] = tile.numbers[tile.where[i]];
  for (int i = tails; i % kLanes != 0; ++i) tile.tail[i] = kCentre;
#pragma GCC unroll 4
  for (int i = 0; i < count; i += kLanes) store(out + i, quantile_centre(load(tile.numbers + i)));
  tail_quantiles(tile.tail, tails);
  for (int i = 0; i < tails; ++i) out[tile.where[i]] = tile.tail[i];
}

/// The law of Laplace with variance 1: -sign(q) ln(1 - 2|q|) / sqrt 2, q = u - 1/2; 1 - 2|q| is exact.
inline void laplace(const std::uint64_t* words, int count, double* out) {
  constexpr double kScale = 0.7071067811865476;
  for (int i = 0; i < count; i += kLanes) {
    const Real q = centred(load_bits(words + i));
    store(out + i, with_sign_of(absolute(logarithm(1.0 - 2.0 * absolute(q))) * kScale, q));
  }
}

/// Writes `count` numbers, rounded up to whole vectors.
inline void shape_tile(Shape shape, Tile& tile, const std::uint64_t* words, int count, double* out) {
  constexpr double kSqrt12 = 3.4641016151377544;  // 1 / sd of the uniform law on (0,1)
  switch (shape) {
    case Shape::unit:
      for (int i = 0; i < count; i += kLanes) store(out + i, centred(load_bits(words + i)) + 0.5);
      break;
    case Shape::uniform:
      for (int i = 0; i < count; i += kLanes) store(out + i, centred(load_bits(words + i)) * kSqrt12);
      break;
    case Shape::gaussian:
      quantiles<false>(tile, words, count, out);
      break;
    case Shape::truncated:
      quantiles<true>(tile, words, count, out);
      break;
    case Shape::laplace:
      laplace(words, count, out);
      break;
  }
}

template <int together>
inline void store_batches(const Stream& stream, std::uint64_t block, std::uint64_t* out) {
  State x[together];
  make_blocks(stream, block, x);
  for (int i = 0; i < together; ++i) store_blocks(x[i], out + i * kBatchWords);
}

/// `count` words from that block on, rounded up to whole batches, in the order of the stream.
inline void make_words(const Stream& stream, std::uint64_t block, int count, std::uint64_t* out) {
  int made = 0;
  for (; count - made > (kTogether - 1) * kBatchWords; made += kTogether * kBatchWords)
    store_batches<kTogether>(stream, block + static_cast<std::uint64_t>(made / kBlockWords), out + made);
  if (made < count) store_batches<1>(stream, block + static_cast<std::uint64_t>(made / kBlockWords), out + made);
}

/// Calls use(words, offset, count) for the words first, first + 1, … in tiles that begin at a block of ChaCha20.
template <typename Use>
inline void for_each_tile(const Address& at, std::uint64_t first, std::size_t count, std::uint64_t* buffer, Use use) {
  const Stream stream(at);
  std::size_t done = 0;
  while (done < count) {
    const std::uint64_t position = first + done, block = position / kBlockWords;
    const int skip = static_cast<int>(position % kBlockWords);
    const int here = count - done < static_cast<std::size_t>(kTile - skip) ? static_cast<int>(count - done) : kTile - skip;
    make_words(stream, block, skip + here, buffer);
    use(buffer + skip, done, here);
    done += static_cast<std::size_t>(here);
  }
}

void words(const Address& at, std::uint64_t first, std::size_t count, std::uint64_t* out) {
  alignas(64) std::uint64_t buffer[kTile];
  for_each_tile(at, first, count, buffer, [&](const std::uint64_t* made, std::size_t offset, int here) {
    __builtin_memcpy(out + offset, made, static_cast<std::size_t>(here) * sizeof *out);
  });
}

void fill(Shape shape, const Address& at, std::uint64_t first, std::size_t count, double* out) {
  Tile tile;
  for_each_tile(at, first, count, tile.words, [&](const std::uint64_t* made, std::size_t offset, int here) {
    if (here % kLanes == 0) return shape_tile(shape, tile, made, here, out + offset);
    shape_tile(shape, tile, made, here, tile.numbers);
    __builtin_memcpy(out + offset, tile.numbers, static_cast<std::size_t>(here) * sizeof *out);
  });
}

/// Bit b of a word, lowest first, is the sign of its number b: set for -1.
void signs(const std::uint64_t* words, std::size_t count, double* out) {
  Bits shift;
  for (int lane = 0; lane < kLanes; ++lane) shift[lane] = static_cast<std::uint64_t>(63 - lane);
  const Bits one = bits_of(Real{} + 1.0);
  for (std::size_t i = 0; i < count; ++i)
    for (int b = 0; b < 64; b += kLanes, out += kLanes)
      store(out, from_bits(one | (((Bits{} + (words[i] >> b)) << shift) & 0x8000000000000000)));
}

void add(Shape shape, const Address& at, std::uint64_t first, std::size_t count, double scale, double* out) {
  Tile tile;
  for_each_tile(at, first, count, tile.words, [&](const std::uint64_t* made, std::size_t offset, int here) {
    shape_tile(shape, tile, made, here, tile.numbers);
    for (int i = 0; i < here; ++i) out[offset + static_cast<std::size_t>(i)] += scale * tile.numbers[i];
  });
}
