// SPDX-License-Identifier: Apache-2.0
#include "audit/draws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/error.h"

namespace guise::audit {
namespace {

/// Record i is (i, -i).
table::Table numbered(Index records) {
  Matrix values(records, 2);
  for (Index i = 0; i < records; ++i) values.row(i) << static_cast<double>(i), -static_cast<double>(i);
  return table::Table::from_matrix(values, {"a", "b"});
}

Draws drawn(Index records, const std::vector<std::string>& attackers) {
  Request request;
  request.selection.attributes = {"a", "b"};
  std::vector<Attacker> parsed;
  for (const std::string& text : attackers) parsed.push_back(parse_attacker(text, request.selection.attributes));
  return draw(numbered(records), request, parsed);
}

TEST(Draws, GiveTheNumberedRecordsAndNobodyTwice) {
  const Draws draws = drawn(5000, {"population=100", "pairs=20", "records=7"});
  ASSERT_EQ(draws.population.rows(), 100);
  ASSERT_EQ(draws.known.rows(), 20) << "one draw for pairs and records, nested";
  for (Index i = 0; i < 20; ++i)
    EXPECT_EQ(draws.known(i, 0), static_cast<double>(draws.known_records[static_cast<std::size_t>(i)]));
  std::set<std::int64_t> all(draws.held_out.begin(), draws.held_out.end());
  all.insert(draws.known_records.begin(), draws.known_records.end());
  EXPECT_EQ(all.size(), 120u) << "who plays other people is not in the release";
  std::set<double> others(draws.population.col(0).begin(), draws.population.col(0).end());
  for (const std::int64_t record : draws.held_out) EXPECT_TRUE(others.contains(static_cast<double>(record)));
}

TEST(Draws, TakeOtherPeopleOutOfTheRelease) {
  const Draws draws = drawn(3000, {"population=200"});
  table::Chunk chunk{.first_record = 1024, .values = Matrix::Zero(1024, 2)};
  draws.hold_out(chunk);
  for (Index i = 0; i < 1024; ++i) {
    const bool out = std::binary_search(draws.held_out.begin(), draws.held_out.end(), 1024 + i);
    EXPECT_EQ(!chunk.dropped.empty() && chunk.dropped[static_cast<std::size_t>(i)] == 1, out);
  }
}

TEST(Draws, KeepKnownRecordsOutOfTheScore) {
  const Draws draws = drawn(3000, {"records=30"});
  table::Window window{.index = 0, .first_record = 0, .before = 10, .count = 2000, .values = Matrix::Zero(2020, 2)};
  const Draws::Scored scored = draws.scored(window);
  const auto inside =
      std::count_if(draws.unscored.begin(), draws.unscored.end(), [](std::int64_t r) { return r >= 10 && r < 2010; });
  ASSERT_FALSE(scored.all);
  EXPECT_EQ(static_cast<std::ptrdiff_t>(scored.rows.size()), 2000 - inside);
  for (const Index row : scored.rows)
    EXPECT_FALSE(std::binary_search(draws.unscored.begin(), draws.unscored.end(), std::int64_t{10 + row}));
}

TEST(Draws, AreNotMadeWhenNobodyKnowsRecords) {
  const Draws draws = drawn(50, {"outsider", "thief"});
  EXPECT_EQ(draws.attackers.size(), 2u);
  EXPECT_TRUE(draws.held_out.empty() && draws.unscored.empty());
}

}  // namespace
}  // namespace guise::audit
