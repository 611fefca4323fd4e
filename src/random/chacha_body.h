// SPDX-License-Identifier: Apache-2.0
// ChaCha20 (RFC 8439) on 2 * kLanes blocks at once: vector i holds word i of the state of every block.
// Included inside the namespace of each kernel_*.cpp, which defines Narrow, Wide, kLanes, kTogether, add_to, xor_to, rotate
// and the interleaves.

constexpr int kBlocks = 2 * kLanes;  // per batch: as many as a vector holds 32-bit words
constexpr int kBlockWords = 8;       // 64-bit words in a block of 64 bytes
constexpr int kBatchWords = kBlocks * kBlockWords;

using State = Narrow[16];

template <int n>
inline __attribute__((always_inline)) void two_steps(Narrow& a, const Narrow& b, Narrow& d,  //
                                                     Narrow& e, const Narrow& f, Narrow& h) {
  add_to(a, b), add_to(e, f), xor_to(d, a), xor_to(h, e), rotate<n>(d), rotate<n>(h);
}

/// Two quarter rounds, step by step: one goes on while the other waits for its last result. With one after the other 7 % fewer
/// words a second come from AVX2; four at a time need more registers than it has.
inline __attribute__((always_inline)) void quarter_rounds(Narrow& a, Narrow& b, Narrow& c, Narrow& d,  //
                                                          Narrow& e, Narrow& f, Narrow& g, Narrow& h) {
  two_steps<16>(a, b, d, e, f, h);
  two_steps<12>(c, d, b, g, h, f);
  two_steps<8>(a, b, d, e, f, h);
  two_steps<7>(c, d, b, g, h, f);
}

inline __attribute__((always_inline)) void first_columns(State& x) {
  quarter_rounds(x[0], x[4], x[8], x[12], x[1], x[5], x[9], x[13]);
}
inline __attribute__((always_inline)) void last_columns(State& x) {
  quarter_rounds(x[2], x[6], x[10], x[14], x[3], x[7], x[11], x[15]);
}
inline __attribute__((always_inline)) void first_diagonals(State& x) {
  quarter_rounds(x[0], x[5], x[10], x[15], x[1], x[6], x[11], x[12]);
}
inline __attribute__((always_inline)) void last_diagonals(State& x) {
  quarter_rounds(x[2], x[7], x[8], x[13], x[3], x[4], x[9], x[14]);
}

/// What the blocks of a stream have in common: the state before the first round but for their numbers, and how far that gets
/// without them, which is through two of the columns.
struct Stream {
  State start, begun;
  explicit Stream(const Address& at) {
    constexpr std::uint32_t kSigma[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};  // "expand 32-byte k"
    for (int i = 0; i < 4; ++i) start[i] = Narrow{} + kSigma[i];
    for (int i = 0; i < 8; ++i) start[4 + i] = Narrow{} + at.key[i];
    start[12] = start[13] = Narrow{};
    start[14] = Narrow{} + at.stream;
    start[15] = Narrow{} + at.step;
    for (int i = 0; i < 16; ++i) begun[i] = start[i];
    last_columns(begun);
  }
};

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
inline __attribute__((always_inline)) void store_blocks(const State& x, std::uint64_t* out) {
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

/// The states of `together` batches of blocks, from first_block on. Side by side they wait less for their own results.
template <int together>
inline __attribute__((always_inline)) void make_blocks(const Stream& stream, std::uint64_t first_block, State (&x)[together]) {
#pragma GCC unroll 2
  for (int i = 0; i < together; ++i) {
#pragma GCC unroll 16
    for (int word = 0; word < 16; ++word) x[i][word] = stream.begun[word];
    number_blocks(first_block + static_cast<std::uint64_t>(i * kBlocks), x[i][12], x[i][13]);
    first_columns(x[i]);
  }
  const auto side_by_side = [&x](auto rounds) __attribute__((always_inline)) {
#pragma GCC unroll 2
    for (State& each : x) rounds(each);
  };
  side_by_side(first_diagonals);
  side_by_side(last_diagonals);
  for (int round = 2; round < 20; round += 2) {
    side_by_side(first_columns);
    side_by_side(last_columns);
    side_by_side(first_diagonals);
    side_by_side(last_diagonals);
  }
#pragma GCC unroll 2
  for (int i = 0; i < together; ++i) {
    Narrow low, high;
    number_blocks(first_block + static_cast<std::uint64_t>(i * kBlocks), low, high);
#pragma GCC unroll 16
    for (int word = 0; word < 16; ++word) x[i][word] += stream.start[word];
    x[i][12] += low;
    x[i][13] += high;
  }
}
