// SPDX-License-Identifier: Apache-2.0
#include "parties/joint_units.h"

#include <gtest/gtest.h>

#include <cmath>

#include "parties/session_fixtures.h"

namespace guise::parties {
namespace joint_units_test {

using Rows = std::vector<std::vector<double>>;

ColumnSums sums_of(const Rows& rows) {
  ColumnSums sums(rows.front().size());
  for (const std::vector<double>& row : rows) {
    sums.add_record();
    for (std::size_t j = 0; j < row.size(); ++j) sums.add(j, row[j]);
  }
  return sums;
}

const std::vector<Rows> kTables = {{{1.5, -2e10}, {2.5, 3e10}}, {{-4, 1e10}, {0.25, 2e10}, {8, -7e10}}, {{3, 5e10}}};
const std::vector<std::string> kColumns = {"a", "b"};

std::vector<std::vector<std::uint8_t>> sent_by_all(std::uint8_t session = 1, std::uint32_t round = 1) {
  const SessionSetup setup = setup_of(3, session);
  std::vector<std::vector<std::uint8_t>> sent;
  for (std::size_t i = 0; i < 3; ++i) sent.push_back(masked_sums(sums_of(kTables[i]), setup, i, owner(i), round));
  return sent;
}

TEST(JointUnits, AreThoseOfAllRecordsTogether) {
  const JointUnits units = joint_units(sent_by_all(), kColumns);
  ASSERT_EQ(units.records, 6u);
  for (std::size_t j = 0; j < 2; ++j) {
    long double sum = 0, squares = 0;
    for (const Rows& table : kTables)
      for (const std::vector<double>& row : table) sum += row[j];
    const long double mean = sum / 6;
    for (const Rows& table : kTables)
      for (const std::vector<double>& row : table) squares += (row[j] - mean) * (row[j] - mean);
    EXPECT_NEAR(units.mean[j], static_cast<double>(mean), 1e-14 * std::abs(static_cast<double>(mean)));
    const double sd = std::sqrt(static_cast<double>(squares / 5));
    EXPECT_NEAR(units.sd[j], sd, 1e-14 * sd);
    EXPECT_NEAR(std::stod(units.scale[j]), sd, 5e-4 * sd);
    EXPECT_NEAR(std::stod(units.center[j]), static_cast<double>(mean), 5e-4 * sd);
  }
}

/// All but one owner's masks are needed to see that owner's sums: any two messages together say nothing.
TEST(JointUnits, HideTheSumsOfEachOwnerUntilAllAreAdded) {
  const auto sent = sent_by_all();
  const std::vector<Wide>& own = sums_of(kTables[0]).numbers();
  EXPECT_NE(sent[0][0], static_cast<std::uint8_t>(own[0][0]));
  EXPECT_THROW(joint_units(std::span(sent).first(2), kColumns), Error);  // masks are left: no number of records
  // The masks are those of one session and one round only.
  auto mixed = sent;
  mixed[0] = sent_by_all(2)[0];
  EXPECT_THROW(joint_units(mixed, kColumns), Error);
  mixed[0] = sent_by_all(1, 2)[0];
  EXPECT_THROW(joint_units(mixed, kColumns), Error);
}

TEST(JointUnits, ComeOfSecretsThatOnlyBothOwnersHave) {
  const std::vector<std::uint8_t> purpose{1, 2, 3};
  Bytes32 one{}, other{}, third{};
  ASSERT_TRUE(owner(0).pair_secret(owner(1).open(), purpose, one));
  ASSERT_TRUE(owner(1).pair_secret(owner(0).open(), purpose, other));
  ASSERT_TRUE(owner(2).pair_secret(owner(0).open(), purpose, third));
  EXPECT_EQ(one, other);
  EXPECT_NE(one, third);
  PublicIdentity none = owner(1).open();
  none.sealing = {};  // the point that every number maps to itself
  EXPECT_FALSE(owner(0).pair_secret(none, purpose, one));
}

TEST(JointUnits, RefuseWhatFixedPointCannotHoldAndConstantColumns) {
  ColumnSums sums(1);
  EXPECT_EQ(refusal_of([&] { sums.add(0, 3e11); }),
            "joint units hold values between -2.7e11 and 2.7e11, got 300000000000; change the column's unit");
  EXPECT_THROW(sums.add(0, std::nan("")), Error);
  const SessionSetup setup = setup_of(3, 1);
  std::vector<std::vector<std::uint8_t>> sent;
  for (std::size_t i = 0; i < 3; ++i) sent.push_back(masked_sums(sums_of({{7}, {7}}), setup, i, owner(i), 1));
  EXPECT_EQ(refusal_of([&] { joint_units(sent, {"a"}); }), "column 'a' is constant over all owners; leave it out of the plan");
  EXPECT_EQ(refusal_of([&] {
              joint_units(sent, {"a", "b"});
            }),
            "a message of the step 'units' is of other columns than the plan's");
}

}  // namespace joint_units_test
}  // namespace guise::parties
