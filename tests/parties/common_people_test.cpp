// SPDX-License-Identifier: Apache-2.0
#include "parties/common_people.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>

#include "parties/session_fixtures.h"

namespace guise::parties {
namespace common_people_test {

const std::vector<std::vector<std::string>> kPeople = {
    {"ann", "bob", "eve", "joe"}, {"joe", "kim", "ann", "eve", "liz"}, {"eve", "tim", "joe"}};

Bytes32 setup_hash(std::uint8_t session = 1) {
  return setup_of(3, session).digest();
}

PeopleSecret secret_of(std::size_t place, std::uint8_t session = 1) {
  return {bytes_of_owner(place), setup_hash(session)};
}

/// Each list, in its owner's order, after all owners.
std::vector<std::vector<Point>> complete(std::uint8_t session = 1) {
  std::vector<std::vector<Point>> lists;
  for (std::size_t origin = 0; origin < 3; ++origin) {
    std::vector<Point> points = secret_of(origin, session).points(kPeople[origin], setup_hash(session));
    for (std::size_t hop = 1; hop < 3; ++hop) points = secret_of((origin + hop) % 3, session).raised(points);
    lists.push_back(points);
  }
  return lists;
}

TEST(CommonPeople, AreThoseInEveryListInOneOrderAtEveryOwner) {
  const auto lists = complete();
  const random::SecretBytes secret = bytes_of_owner(5);
  std::vector<std::string> first;
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<std::string> names;
    for (const std::size_t place : common_in_order(lists[i], lists, secret, setup_hash())) names.push_back(kPeople[i][place]);
    if (i == 0) first = names;
    EXPECT_EQ(names, first);
  }
  std::sort(first.begin(), first.end());
  EXPECT_EQ(first, (std::vector<std::string>{"eve", "joe"}));
}

TEST(CommonPeople, ArePointsOfOneSessionOnly) {
  const auto one = complete(1), two = complete(2);
  for (const Point& point : one[0]) EXPECT_EQ(std::count(two[0].begin(), two[0].end(), point), 0);
  EXPECT_NE(secret_of(0).points(kPeople[0], setup_hash(1)), secret_of(0).points(kPeople[0], setup_hash(2)));
}

/// (a·H)·b = (b·H)·a, by libsodium's own arithmetic of the numbers.
TEST(CommonPeople, MultiplyInAnyOrder) {
  const std::vector<Point> ab = secret_of(1).raised(secret_of(0).points(kPeople[0], setup_hash()));
  const std::vector<Point> ba = secret_of(0).raised(secret_of(1).points(kPeople[0], setup_hash()));
  EXPECT_EQ(ab, ba);
  for (const Point& point : ab) EXPECT_EQ(crypto_core_ristretto255_is_valid_point(point.data()), 1);
}

TEST(CommonPeople, RefuseWhatIsNoPointAndPeopleWhoAreThereTwice) {
  std::vector<Point> points = secret_of(0).points(kPeople[0], setup_hash());
  points[1].fill(0xFF);
  EXPECT_EQ(refusal_of([&] { secret_of(1).raised(points); }), "entry 2 of a list of people is no point of the curve");
  points[1].fill(0);  // the neutral element: every owner's number leaves it as it is
  EXPECT_EQ(refusal_of([&] { secret_of(1).raised(points); }), "entry 2 of a list of people is no point of the curve");
  points[1] = points[0];
  EXPECT_EQ(refusal_of([&] { secret_of(1).raised(points); }), "a person stands in a list twice");
}

TEST(CommonPeople, AreHiddenFromEverybodyWithoutTheSecret) {
  const std::vector<Point> points = secret_of(0).points(kPeople[0], setup_hash());
  const std::uint8_t beside[] = {0, 1}, other[] = {1, 1};
  const auto hidden = hidden_points(points, bytes_of_owner(5), setup_hash(), beside);
  EXPECT_EQ(hidden.size(), points.size() * sizeof(Point) + kHiddenBytes);
  EXPECT_EQ(shown_points(hidden, bytes_of_owner(5), setup_hash(), beside), points);
  EXPECT_FALSE(shown_points(hidden, bytes_of_owner(4), setup_hash(), beside));
  EXPECT_FALSE(shown_points(hidden, bytes_of_owner(5), setup_hash(2), beside));
  EXPECT_FALSE(shown_points(hidden, bytes_of_owner(5), setup_hash(), other));
  EXPECT_FALSE(shown_points(std::span(hidden).first(hidden.size() - 32), bytes_of_owner(5), setup_hash(), beside));
  EXPECT_FALSE(shown_points({}, bytes_of_owner(5), setup_hash(), beside));
}

}  // namespace common_people_test
}  // namespace guise::parties
