// SPDX-License-Identifier: Apache-2.0
#include "parties/agreement.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <numeric>

#include "random/derive.h"

namespace guise::parties {
namespace agreement_test {

Bytes32 counted_from(std::uint8_t first) {
  Bytes32 bytes{};
  std::iota(bytes.begin(), bytes.end(), first);
  return bytes;
}

Bytes32 filled(std::uint8_t byte) {
  Bytes32 bytes{};
  bytes.fill(byte);
  return bytes;
}

/// Computed by libsodium and by an independent BLAKE2b (Python's hashlib) when the protocol was written down.
TEST(Agreement, GivesTheVectorsOfItsSpecification) {
  SessionId session{};
  std::iota(session.begin(), session.end(), std::uint8_t{0});
  const Bytes32 plan = plan_hash(R"({"k":5,"m":10,"scheme":"projection"})");
  EXPECT_EQ(to_hex(plan), "1cf58f1b9bd495ee9ea2fcbbcb31d848073a97520723ea019efa2c297b01fa5e");
  const Contributor all[] = {{"alice", filled(0xaa)}, {"bob", filled(0xbb)}};
  const Bytes32 commitments[] = {commitment(session, plan, all[0], counted_from(0)),
                                 commitment(session, plan, all[1], counted_from(32))};
  EXPECT_EQ(to_hex(commitments[0]), "d13e1306c41800805d546d9ebee51cabfd467024f8ac71ff475cbf9a78003ec3");
  EXPECT_EQ(to_hex(commitments[1]), "eb808b36c894daa6c441e069f75cddf0738c43f32eb1d6fae092a5efa6cdfd91");
  const Bytes32 all_of_it = transcript(session, plan, all, commitments);
  EXPECT_EQ(to_hex(all_of_it), "35f412843ef98e1d340a10ae96423585eaefedb17038b532ed92b8013eb9e588");
  random::SecretBytes contributions[] = {random::SecretBytes(counted_from(0)), random::SecretBytes(counted_from(32))};
  random::SecretBytes secret = agreed_secret(all_of_it, contributions);
  EXPECT_EQ(to_hex(secret.bytes()), "00e6206b41fff996923441502164c6baa26d3e42b49015997cc7c57cd02a12e9");
  EXPECT_EQ(to_hex(confirmation(secret)), "db1fe3b003b9912d0911128a93c73882");

  // What the matrices are drawn from: the secret is the shared half of a key (random/key.cpp).
  Bytes32 matrices{}, stream{};
  random::derive_subkey(secret, 1, "guiseprj", matrices);
  EXPECT_EQ(to_hex(matrices), "e3aa32e752049d35931258ca17399bd3b93ef1ec14edc6c9607bdb4b701ee313");
  const std::uint8_t nonce[crypto_stream_chacha20_ietf_NONCEBYTES] = {};
  crypto_stream_chacha20_ietf(stream.data(), stream.size(), nonce, matrices.data());
  EXPECT_EQ(to_hex(stream), "73dca901481b80c444089fa765764f51a2dbf2bc4148e516cf185c1d3d8cf950");
}

}  // namespace agreement_test
}  // namespace guise::parties
