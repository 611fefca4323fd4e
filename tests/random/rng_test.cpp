// SPDX-License-Identifier: Apache-2.0
#include "random/rng.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>
#include <set>

#include "random/draws.h"
#include "random/laws.h"

namespace guise::random {
namespace rng_test {

/// The words as libsodium gives them, one block at a time so that the counter may run over.
std::vector<std::uint64_t> sodium_words(const Rng& rng, std::uint32_t stream, std::uint64_t first, std::size_t count) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t position = first; position < first + count; ++position) {
    const std::uint64_t block = position / 8;
    const std::uint32_t nonce_words[3] = {static_cast<std::uint32_t>(block >> 32), stream, rng.step()};
    std::uint8_t nonce[12], bytes[64] = {};
    for (int i = 0; i < 12; ++i) nonce[i] = static_cast<std::uint8_t>(nonce_words[i / 4] >> (8 * (i % 4)));
    crypto_stream_chacha20_ietf_xor_ic(bytes, bytes, sizeof bytes, nonce, static_cast<std::uint32_t>(block), rng.key().data());
    std::uint64_t word = 0;
    for (int i = 0; i < 8; ++i)
      word |= static_cast<std::uint64_t>(bytes[8 * (position % 8) + static_cast<std::uint64_t>(i)]) << (8 * i);
    out.push_back(word);
  }
  return out;
}

std::vector<std::uint64_t> words(const Rng& rng, std::uint32_t stream, std::uint64_t first, std::size_t count) {
  std::vector<std::uint64_t> out(count);
  rng.words(stream, first, out);
  return out;
}

TEST(Rng, WordsAreThoseOfLibsodiumAtAnyPositionUnderEveryKernel) {
  const KernelGuard guard;
  const Rng rng = Rng::from_key(counting_key(), 0xfedcba98);
  std::vector<std::uint64_t> where(2 * 200);
  Rng::from_seed(7).words(0, 0, where);
  for (const Kernel kernel : usable_kernels()) {
    force_kernel(kernel);
    for (std::size_t i = 0; i < where.size(); i += 2) {
      const std::uint64_t first = where[i] >> (where[i + 1] % 64) >> 1;  // of every magnitude
      const auto stream = static_cast<std::uint32_t>(where[i + 1] >> 32);
      const std::size_t count = 1 + where[i + 1] % 300;
      ASSERT_EQ(words(rng, stream, first, count), sodium_words(rng, stream, first, count))
          << kernel_name(kernel) << " from " << first;
    }
  }
}

TEST(Rng, CounterRunsOverIntoTheNonce) {
  const KernelGuard guard;
  const Rng rng = Rng::from_key(counting_key(), 3);
  const std::uint64_t wrap = std::uint64_t{8} << 32;  // the first word of block 2^32
  for (const Kernel kernel : usable_kernels()) {
    force_kernel(kernel);
    for (std::uint64_t before = 0; before < 200; before += 7)
      EXPECT_EQ(words(rng, 5, wrap - before, 210), sodium_words(rng, 5, wrap - before, 210)) << kernel_name(kernel);
  }
  EXPECT_NE(words(rng, 5, wrap, 8), words(rng, 5, 0, 8));
}

TEST(Rng, LongRangeEqualsItsPieces) {
  const Rng rng = Rng::from_seed(1);
  const auto whole = words(rng, 2, 3, 10'000);
  for (const std::size_t piece : {1u, 7u, 8u, 64u, 1023u, 1024u, 4096u}) {
    std::vector<std::uint64_t> pieces;
    for (std::size_t at = 0; at < whole.size(); at += piece) {
      const auto part = words(rng, 2, 3 + at, std::min(piece, whole.size() - at));
      pieces.insert(pieces.end(), part.begin(), part.end());
    }
    EXPECT_EQ(pieces, whole) << "in pieces of " << piece;
  }
  EXPECT_TRUE(words(rng, 2, 3, 0).empty());
}

// Subkey, keystream, u and z of the seed agreement's test vector, computed with libsodium and another inverse CDF (good to
// 1e-15).
TEST(Rng, GivesTheVectorOfTheSeedAgreement) {
  const Rng rng = Rng::from_key(bytes_from_hex("e3aa32e752049d35931258ca17399bd3b93ef1ec14edc6c9607bdb4b701ee313"));
  const Bytes32 stream = bytes_from_hex("73dca901481b80c444089fa765764f51a2dbf2bc4148e516cf185c1d3d8cf950");
  std::vector<std::uint64_t> expected(4, 0);
  for (std::size_t i = 0; i < 32; ++i) expected[i / 8] |= static_cast<std::uint64_t>(stream[i]) << (8 * (i % 8));
  EXPECT_EQ(words(rng, 0, 0, 4), expected);
  EXPECT_EQ(draw(fill_uniform, rng, 0, 0, 4),
            (std::vector{0.7675797510907282, 0.3176187513523666, 0.08943606953557592, 0.31630779735620285}));
  const double z[] = {0.7308995714147805, -0.4743680077051731, -1.344235828964031, -0.4780486278814542};
  const auto normals = draw(fill_normal, rng, 0, 0, 4);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(normals[i] / z[i], 1, 1e-15);
}

TEST(Rng, EveryPartOfTheAddressChangesTheWords) {
  const Rng rng = Rng::from_seed(1);
  std::set<std::uint64_t> firsts;
  for (const Rng& other : {rng, Rng::from_seed(2), rng.with_step(1), rng.fork("noise"), rng.fork("order"), rng.fork(""),
                           rng.with_step(1).fork("noise"), rng.fork("noise").fork("noise")})
    for (const std::uint32_t stream : {0u, 1u}) firsts.insert(words(other, stream, 0, 1)[0]);
  EXPECT_EQ(firsts.size(), 16u);
}

TEST(Rng, ForkIsTheSameEveryTimeAndStartsAtStepZero) {
  const Rng rng = Rng::from_seed(9).with_step(4);
  EXPECT_EQ(rng.fork("noise").key(), rng.fork("noise").key());
  EXPECT_EQ(rng.fork("noise").step(), 0u);
  EXPECT_EQ(rng.with_step(6).key(), rng.key());
}

TEST(Rng, FromSystemIsFreshEachTime) {
  EXPECT_NE(Rng::from_system().key(), Rng::from_system().key());
}

}  // namespace rng_test
}  // namespace guise::random
