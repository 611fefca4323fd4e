// SPDX-License-Identifier: Apache-2.0
// ChaCha20 (RFC 8439) on 2 * kLanes blocks at once: vector i holds word i of the state of every block.
// Included inside the namespace of each kernel_*.cpp, which defines Narrow, Wide, kLanes, rotate_left and the interleaves.

constexpr int kBlocks = 2 * kLanes;  // per batch: as many as a vector holds 32-bit words
constexpr int kBlockWords = 8;       // 64-bit words in a block of 64 bytes
constexpr int kBatchWords = kBlocks * kBlockWords;

/// Two quarter rounds, step by step: one goes on while the other waits for its last result. With one after the other 7 % fewer
/// words a second come from AVX2; four at a time need more registers than it has.
inline __attribute__((always_inline)) void quarter_rounds(Narrow& a, Narrow& b, Narrow& c, Narrow& d,  //
                                                          Narrow& e, Narrow& f, Narrow& g, Narrow& h) {
  a += b, e += f, d ^= a, h ^= e, d = rotate_left<16>(d), h = rotate_left<16>(h);
  c += d, g += h, b ^= c, f ^= g, b = rotate_left<12>(b), f = rotate_left<12>(f);
  a += b, e += f, d ^= a, h ^= e, d = rotate_left<8>(d), h = rotate_left<8>(h);
  c += d, g += h, b ^= c, f ^= g, b = rotate_left<7>(b), f = rotate_left<7>(f);
}

/// Counter and first nonce word of blocks first, first + 1, …: the low and the high half of the 64-bit block number.
inline __attribute__((always_inline)) void number_blocks(std::uint64_t first, Narrow& low, Narrow& high) {
  constexpr std::uint32_t kAscending[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  static_assert(sizeof(Narrow) <= sizeof kAscending);
  Narrow offset;
  __builtin_memcpy(&offset, kAscending, sizeof offset);
  low = offset + static_cast<std::uint32_t>(first);
  const auto wrapped = low < offset;  // -1 where the low half ran over
  high = static_cast<std::uint32_t>(first >> 32) - (Narrow)wrapped;
}

/// Puts the state, one vector per word, into the order of the stream: block after block.
inline __attribute__((always_inline)) void store_blocks(const Narrow (&x)[16], std::uint64_t* out) {
  constexpr int kParts = kLanes / 2;  // 128-bit parts of a vector, each two 64-bit words of one block
  for (int pair = 0; pair < 4; ++pair) {
    const Narrow* w = x + 4 * pair;
    const Wide even_low = (Wide)interleave_low(w[0], w[1]), odd_low = (Wide)interleave_low(w[2], w[3]);
    const Wide even_high = (Wide)interleave_high(w[0], w[1]), odd_high = (Wide)interleave_high(w[2], w[3]);
    const Wide of_block[4] = {interleave_low(even_low, odd_low), interleave_high(even_low, odd_low),
                              interleave_low(even_high, odd_high), interleave_high(even_high, odd_high)};
    for (int i = 0; i < 4; ++i)
      for (int part = 0; part < kParts; ++part)
        __builtin_memcpy(out + (4 * part + i) * kBlockWords + 2 * pair, reinterpret_cast<const char*>(&of_block[i]) + 16 * part,
                         16);
  }
}

/// The kBatchWords words of blocks first_block, first_block + 1, …
inline void batch(const Address& at, std::uint64_t first_block, std::uint64_t* out) {
  Narrow start[16], x[16];
  constexpr std::uint32_t kSigma[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};  // "expand 32-byte k"
  for (int i = 0; i < 4; ++i) start[i] = Narrow{} + kSigma[i];
  for (int i = 0; i < 8; ++i) start[4 + i] = Narrow{} + at.key[i];
  number_blocks(first_block, start[12], start[13]);
  start[14] = Narrow{} + at.stream;
  start[15] = Narrow{} + at.step;
  for (int i = 0; i < 16; ++i) x[i] = start[i];
  for (int round = 0; round < 20; round += 2) {
    quarter_rounds(x[0], x[4], x[8], x[12], x[1], x[5], x[9], x[13]);
    quarter_rounds(x[2], x[6], x[10], x[14], x[3], x[7], x[11], x[15]);
    quarter_rounds(x[0], x[5], x[10], x[15], x[1], x[6], x[11], x[12]);
    quarter_rounds(x[2], x[7], x[8], x[13], x[3], x[4], x[9], x[14]);
  }
  for (int i = 0; i < 16; ++i) x[i] += start[i];
  store_blocks(x, out);
}
