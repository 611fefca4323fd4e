// SPDX-License-Identifier: Apache-2.0
// Several keys at once, and the mask made again from card and key.
#include <gtest/gtest.h>

#include "masked.h"

namespace guise::masks {
namespace from_card_test {

table::Chunk chunk_of(const Matrix& values) {
  return {.first_record = 0, .values = values, .dropped = {}, .kept = {}};
}

Matrix applied(const Prepared& plan, const Matrix& values) {
  table::Chunk chunk = chunk_of(values);
  plan.apply(chunk);
  return chunk.values;
}

TEST(Preparer, GivesEachKeyWhatPreparingItAloneGives) {
  const Matrix values = correlated(3000, 3);
  const table::Table table = table::Table::from_matrix(values, column_names(3));
  std::vector<random::Key> keys;
  keys.push_back(fixed_key(1));
  keys.push_back(fixed_key(2));
  for (const char* spec :
       {"noise(snr=2)", "standardize | noise(snr=2,shape=data)", "noise(sd=30) | standardize | round(width=0.1)"}) {
    Preparer preparer(table, select_all(table, {}), {});
    const std::vector<Prepared> together = preparer.prepare(Mask::parse(spec), keys);
    for (std::size_t k = 0; k < 2; ++k)
      EXPECT_EQ(applied(together[k], values), masked(spec, values, {.key = static_cast<std::uint8_t>(k + 1)}))
          << spec << " key " << k;
  }
}

TEST(PrepareFromCard, MakesTheSameReleaseWhereTheCardSaysEnough) {
  const Matrix values = correlated(3000, 2);
  for (const char* spec : {"noise(sd=3)", "noise(snr=2,law=laplace)", "multiply(sd=0.2) | noise(sd=1)",
                           "standardize(center=1,scale=2) | noise(sd=1)", "noise(sd=[3,4],grid=0.5)"}) {
    Card card = prepared(spec, values).card();
    card.key_fingerprint = fixed_key(1).fingerprint();
    EXPECT_EQ(applied(prepare_from_card(card, fixed_key(1)), values), masked(spec, values)) << spec;
  }
}

TEST(PrepareFromCard, RefusesAnotherKeyAndWhatTheCardDoesNotSay) {
  const Matrix values = correlated(100, 2);
  const auto refused = [&](const char* spec, std::uint8_t key) {
    Card card = prepared(spec, values).card();
    card.key_fingerprint = fixed_key(1).fingerprint();
    return refusal([&] { prepare_from_card(card, fixed_key(key)); });
  };
  EXPECT_NE(refused("noise(sd=1)", 2).find("the key is not the one of this release"), std::string::npos);
  EXPECT_NE(refused("noise(sd=1,shape=data)", 1).find("does not say the shape of the noise"), std::string::npos);
  EXPECT_NE(refused("standardize | noise(sd=1)", 1).find("does not say the centre and scale"), std::string::npos);
  EXPECT_EQ(refused("noise(sd=1)", 1), "");
}

// A partner has the shared half and an own half of another owner: the matrices can be undone, the noise cannot.
TEST(PrepareFromCard, RefusesAPartnersKeyWhereThereIsNoise) {
  const Matrix values = correlated(100, 2);
  const auto seed = [](std::uint64_t number) { return random::Rng::from_seed(number); };
  const random::Key owner = random::Key::derive(seed(1), seed(2)), partner = random::Key::derive(seed(1), seed(3));
  ASSERT_EQ(owner.fingerprint(), partner.fingerprint());
  const auto refused = [&](const char* spec, const random::Key& key, bool tagged = true) {
    Card card = prepared(spec, values).card();
    card.key_fingerprint = owner.fingerprint();
    if (tagged) card.own_tag = owner.own_tag(*from_hex(card.salt));
    return refusal([&] { prepare_from_card(card, key); });
  };
  for (const char* spec : {"noise(sd=1)", "rotate | noise(sd=1,law=laplace)", "multiply(sd=0.2)"}) {
    EXPECT_EQ(refused(spec, owner), "") << spec;
    EXPECT_NE(refused(spec, partner).find("another owner's own half"), std::string::npos) << spec;
    EXPECT_EQ(refused(spec, partner, false), "") << spec << ", an older card";
  }
  EXPECT_EQ(refused("rotate | translate(sd=3)", partner), "");
}

}  // namespace from_card_test
}  // namespace guise::masks
