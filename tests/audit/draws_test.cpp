// SPDX-License-Identifier: Apache-2.0
#include "audit/draws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "audit/halves.h"
#include "base/error.h"
#include "measures/figure.h"

namespace guise::audit {
namespace draws_test {

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
  EXPECT_EQ(draws.known_of_one, 20) << "one draw for pairs and records, nested";
  ASSERT_EQ(draws.known.rows(), 100) << "others with each of five keys";
  for (Index i = 0; i < 100; ++i)
    EXPECT_EQ(draws.known(i, 0), static_cast<double>(draws.known_records[static_cast<std::size_t>(i)]));
  std::set<std::int64_t> all(draws.held_out.begin(), draws.held_out.end());
  all.insert(draws.known_records.begin(), draws.known_records.end());
  EXPECT_EQ(all.size(), 200u) << "who plays other people is not in the release";
  std::set<double> others(draws.population.col(0).begin(), draws.population.col(0).end());
  for (const std::int64_t record : draws.held_out) EXPECT_TRUE(others.contains(static_cast<double>(record)));
}

TEST(Draws, LookForEnoughPeopleToBoundHowManyAreLinked) {
  // One key: 100 people, by ten attackers who know 10 each. Clopper and Pearson: of 100 people none is less than one in twenty.
  Request request;
  request.selection.attributes = {"a", "b"};
  request.keys = request.most_keys = 1;
  const Attacker attacker = parse_attacker("records=10", request.selection.attributes);
  const Draws draws = draw(numbered(3000), request, {attacker});
  EXPECT_EQ(attackers_per_key(10, 1), 10);
  EXPECT_EQ(attackers_per_key(10, 5), 2);
  EXPECT_EQ(attackers_per_key(150, 1), 1);
  ASSERT_EQ(draws.sought_records.size(), 90u);
  std::set<std::int64_t> all(draws.sought_records.begin(), draws.sought_records.end());
  all.insert(draws.known_records.begin(), draws.known_records.end());
  EXPECT_EQ(all.size(), 100u) << "nobody twice";
  EXPECT_EQ(draws.unscored.size(), 10u) << "whom nobody's guesses rest on is scored";
  for (Index i = 0; i < 90; ++i)
    EXPECT_EQ(draws.sought_read(i, 0), static_cast<double>(draws.sought_records[static_cast<std::size_t>(i)]));
  for (const double attacks : {1.0, 2.0, 3.0}) EXPECT_LT(measures::exact_share(0, kPeople, attacks).high, 0.0501);
}

TEST(Draws, TellOtherRecordsWithEveryKey) {
  const Draws draws = drawn(5000, {"pairs=20", "records=7"});
  std::set<Index> all;
  for (int key = 0; key < 5; ++key) {
    const std::vector<Index> most = draws.known_with(key, 20), fewer = draws.known_with(key, 7);
    EXPECT_TRUE(std::equal(fewer.begin(), fewer.end(), most.begin())) << "who knows fewer knows some of the same";
    all.insert(most.begin(), most.end());
  }
  EXPECT_EQ(all.size(), 100u);
  EXPECT_EQ(draws.known_with(5, 20), draws.known_with(0, 20)) << "there are no more";
  // Of few records one in eight at most is left out of the figures, though keys then know some of the same people.
  EXPECT_EQ(drawn(400, {"pairs=20"}).known.rows(), 50);
  EXPECT_EQ(drawn(100, {"pairs=20"}).known.rows(), 20);
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

TEST(Halves, ShareTheRecordsWithoutTheKnownOnes) {
  const Draws draws = drawn(3000, {"records=30"});
  const table::Window window{.index = 0, .first_record = 0, .before = 10, .count = 2000, .values = Matrix::Zero(2020, 2)};
  const Halves halves(draws, 2970, random::Rng::from_seed(3));
  const Halves::Rows rows = halves.rows(window, 0);
  std::set<Index> all(rows.choice.begin(), rows.choice.end());
  all.insert(rows.report.begin(), rows.report.end());
  EXPECT_EQ(all.size(), rows.choice.size() + rows.report.size()) << "nobody is in both";
  for (Index row = 0; row < 2000; ++row)
    EXPECT_EQ(all.contains(row), !std::binary_search(draws.unscored.begin(), draws.unscored.end(), std::int64_t{10 + row}));
  EXPECT_NEAR(static_cast<double>(rows.report.size()), 990, 5 * std::sqrt(2000 / 4.0));
  // The same record is in the same half in whatever window.
  const table::Window other{.index = 0, .first_record = 1000, .count = 500, .values = Matrix::Zero(500, 2)};
  for (const Index row : halves.rows(other, 0).report)
    EXPECT_NE(std::find(rows.report.begin(), rows.report.end(), row + 990), rows.report.end());
}

TEST(Halves, OfEveryReleaseAreItsOwn) {
  const Draws draws = drawn(3000, {"outsider"});
  const table::Window window{.index = 0, .first_record = 0, .count = 2000, .values = Matrix::Zero(2000, 2)};
  const Halves halves(draws, 3000, random::Rng::from_seed(3));
  const std::vector<Index> first = halves.rows(window, 0).report, second = halves.rows(window, 1).report;
  std::vector<Index> both;
  std::set_intersection(first.begin(), first.end(), second.begin(), second.end(), std::back_inserter(both));
  EXPECT_NEAR(static_cast<double>(both.size()), 500, 5 * std::sqrt(2000 * 0.25 * 0.75));  // two coins
}

TEST(Halves, AreBothEverybodyWhereThereAreFew) {
  const Draws draws = drawn(60, {"outsider"});
  const table::Window window{.index = 0, .first_record = 0, .count = 60, .values = Matrix::Zero(60, 2)};
  const Halves::Rows rows = Halves(draws, 60, random::Rng::from_seed(3)).rows(window, 0);
  EXPECT_EQ(rows.choice.size(), 60u);
  EXPECT_EQ(rows.report.size(), 60u);
}

TEST(Draws, AreNotMadeWhenNobodyKnowsRecords) {
  const Draws draws = drawn(50, {"outsider", "thief"});
  EXPECT_EQ(draws.attackers.size(), 2u);
  EXPECT_TRUE(draws.held_out.empty() && draws.unscored.empty());
}

}  // namespace draws_test
}  // namespace guise::audit
