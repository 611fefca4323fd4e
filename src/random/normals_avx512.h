// SPDX-License-Identifier: Apache-2.0
// Normals in whole tiles. Words go from the cipher to the quantile as they come, eight of one place in eight blocks, and are
// put in order as numbers, while the CPU divides; tails are folded together and unfolded again, for which AVX2 has no
// operation. Included inside the namespace of kernel_avx512.cpp.

/// u - 1/2 of every word of a tile, or its number; who is in a tail, a bit for each; and the tails, one behind the other.
struct NormalTile {
  alignas(64) Real numbers[kTile / kLanes];
  std::uint8_t in_tail[kTile / kLanes];
  alignas(64) double tail[kTile + kLanes];
};

/// Both words that a pair of vectors of the state holds of each of 8 blocks: first those of blocks 0 and 1 of every four.
inline __attribute__((always_inline)) void take_words(const Narrow& low, const Narrow& high, NormalTile& tile, int at,
                                                      int& tails) {
  const Bits words[2] = {(Bits)interleave_low(low, high), (Bits)interleave_high(low, high)};
#pragma GCC unroll 2
  for (int i = 0; i < 2; ++i) {
    const Real q = centred(words[i]);
    const unsigned mask = lane_mask(absolute(q) > kCentre);
    tile.numbers[at + i] = q;
    tile.in_tail[at + i] = static_cast<std::uint8_t>(mask);
    store(tile.tail + tails, (Real)_mm512_maskz_compress_pd(static_cast<__mmask8>(mask), (__m512d)q));
    tails += __builtin_popcount(mask);
  }
}

void quantiles_of_blocks(const Stream& stream, std::uint64_t block, NormalTile& tile) {
  int tails = 0;
  for (int made = 0; made < kTile; made += kTogether * kBatchWords) {
    State x[kTogether];
    make_blocks(stream, block + static_cast<std::uint64_t>(made / kBlockWords), x);
#pragma GCC unroll 2
    for (int i = 0; i < kTogether; ++i)
#pragma GCC unroll 8
      for (int word = 0; word < kBlockWords; ++word)
        take_words(x[i][2 * word], x[i][2 * word + 1], tile, made / kLanes + i * kBlocks + 2 * word, tails);
  }
  for (int i = tails; i % kLanes != 0; ++i) tile.tail[i] = kCentre;
  tail_quantiles(tile.tail, tails);
  const double* tail = tile.tail;
#pragma GCC unroll 4
  for (int i = 0; i < kTile / kLanes; ++i) {
    const auto mask = static_cast<__mmask8>(tile.in_tail[i]);
    tile.numbers[i] = (Real)_mm512_mask_expand_pd((__m512d)quantile_centre(tile.numbers[i]), mask, (__m512d)load(tail));
    tail += __builtin_popcount(mask);
  }
}

template <int order>
inline __attribute__((always_inline)) Real parts_of(Real a, Real b) {
  return (Real)_mm512_maskz_shuffle_f64x2(kAll8, (__m512d)a, (__m512d)b, order);
}

/// Calls use(number of the block, its numbers) for four blocks, 4 apart: pair[i] has their numbers 2 i and 2 i + 1.
template <typename Use>
inline __attribute__((always_inline)) void for_four_blocks(const Real (&pair)[4], int block, const Use& use) {
  const Real low[2] = {parts_of<0x44>(pair[0], pair[1]), parts_of<0x44>(pair[2], pair[3])};
  const Real high[2] = {parts_of<0xee>(pair[0], pair[1]), parts_of<0xee>(pair[2], pair[3])};
  use(block, parts_of<0x88>(low[0], low[1]));
  use(block + 4, parts_of<0xdd>(low[0], low[1]));
  use(block + 8, parts_of<0x88>(high[0], high[1]));
  use(block + 12, parts_of<0xdd>(high[0], high[1]));
}

/// Calls use(block, numbers) for every block of a tile.
template <typename Use>
inline __attribute__((always_inline)) void for_blocks(const NormalTile& tile, const Use& use) {
  for (int batch = 0; batch < kTile / kBatchWords; ++batch)
#pragma GCC unroll 2
    for (int half = 0; half < 2; ++half) {
      const Real* numbers = tile.numbers + batch * kBlocks + half;
      Real even[4], odd[4];
#pragma GCC unroll 4
      for (int i = 0; i < 4; ++i) {
        const Wide a = (Wide)numbers[4 * i], b = (Wide)numbers[4 * i + 2];
        even[i] = (Real)interleave_low(a, b), odd[i] = (Real)interleave_high(a, b);
      }
      for_four_blocks(even, batch * kBlocks + 2 * half, use);
      for_four_blocks(odd, batch * kBlocks + 2 * half + 1, use);
    }
}

/// Calls use(numbers, at) for every eight normals of the whole tiles from `first` on; how many normals that is.
template <typename Use>
inline __attribute__((always_inline)) std::size_t for_normals(const Address& at, std::uint64_t first, std::size_t count,
                                                              const Use& use) {
  if (first % kBlockWords != 0) return 0;
  const Stream stream(at);
  NormalTile tile;
  std::size_t done = 0;
  for (; count - done >= kTile; done += kTile) {
    quantiles_of_blocks(stream, (first + done) / kBlockWords, tile);
    for_blocks(tile, [&](int block, Real numbers) { use(numbers, done + static_cast<std::size_t>(block * kBlockWords)); });
  }
  return done;
}

void fill_by_tiles(Shape shape, const Address& at, std::uint64_t first, std::size_t count, double* out) {
  std::size_t done = 0;
  if (shape == Shape::gaussian) done = for_normals(at, first, count, [&](Real z, std::size_t i) { store(out + i, z); });
  if (done < count) fill(shape, at, first + done, count - done, out + done);
}

void add_by_tiles(Shape shape, const Address& at, std::uint64_t first, std::size_t count, double scale, double* out) {
  std::size_t done = 0;
  if (shape == Shape::gaussian)
    done = for_normals(at, first, count, [&](Real z, std::size_t i) { store(out + i, load(out + i) + scale * z); });
  if (done < count) add(shape, at, first + done, count - done, scale, out + done);
}
