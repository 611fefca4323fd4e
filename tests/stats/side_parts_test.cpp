// SPDX-License-Identifier: Apache-2.0
#include "stats/side_parts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "random/matrices.h"
#include "stats/side_fit.h"

namespace guise::stats {
namespace side_parts_test {

using Kind = SidePart::Kind;

Vector normals(Index rows, std::uint64_t seed) {
  return random::gaussian_matrix(rows, 1, random::Rng::from_seed(seed));
}

/// From a calendar: 2000-01-01 was a Saturday, 1900-03-01 a Thursday, 2024-02-29 a Thursday, 2026-11-19 a Thursday.
TEST(SideParts, AreThoseOfACalendar) {
  const SidePart weekday{0, Kind::weekday, 0, 1}, in_numbers{0, Kind::weekday, 0, kDateDay};
  EXPECT_EQ(weekday.of(20000101000000), weekday.of(20000108235959));
  EXPECT_EQ(weekday.of(19000301000000), weekday.of(20240229000000));
  EXPECT_EQ(in_numbers.of(20261119), in_numbers.of(19000301));
  EXPECT_EQ(std::fmod(weekday.of(20000101000000) + 5, 7), weekday.of(19000301000000)) << "Saturday and five days";
  EXPECT_EQ((SidePart{0, Kind::month, 0, 1}).of(20240229134500), 2);
  EXPECT_EQ((SidePart{0, Kind::day, 0, 1}).of(20240229134500), 29);
  EXPECT_EQ((SidePart{0, Kind::hour, 0, 1}).of(20240229134500), 13);
  EXPECT_EQ((SidePart{0, Kind::residue, 7}).of(-1), 6);
  EXPECT_TRUE(std::isnan(weekday.of(std::numeric_limits<double>::quiet_NaN())));
}

TEST(SideParts, OnlyThoseThatTellSomething) {
  const Index n = 3000;
  Matrix side(n, 1), target(n, 2);
  for (Index i = 0; i < n; ++i) side(i, 0) = static_cast<double>((i * 7919) % 200);
  target << normals(n, 1), normals(n, 2);
  EXPECT_TRUE(telling_parts({side, {false}}, target).empty());
  for (Index i = 0; i < n; ++i) target(i, 1) += std::fmod(side(i, 0), 10) < 5 ? 0.5 : -0.5;
  const std::vector<SidePart> found = telling_parts({side, {false}}, target);
  ASSERT_FALSE(found.empty());
  EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const SidePart& part) { return part.which == 10; }));
  EXPECT_TRUE(telling_parts({side, {true}}, target).empty()) << "a category's number is no number";
}

/// 4.5 standard deviations: none in 300 tables of 16 parts each, where heavy tails tell nothing.
TEST(SideParts, ChanceTellsNothing) {
  const Index n = 400;
  int found = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Matrix side(n, 2);
    for (Index i = 0; i < n; ++i) side.row(i) << static_cast<double>((i * 7919) % 97), static_cast<double>((i * 104729) % 389);
    const Matrix target = normals(n, 100 + seed).array().exp();
    found += static_cast<int>(telling_parts({side, {false, false}}, target).size());
  }
  EXPECT_LE(found, 3);
}

/// The parity of a number of 500 values behind ten times as much noise: two means of 1500 records leave 10/1500 of it, 500
/// means of six records nearly everything.
TEST(SideParts, AFitLearnsParity) {
  const Index n = 3000;
  Matrix side(n, 1);
  Vector truth(n);
  for (Index i = 0; i < n; ++i) {
    side(i, 0) = static_cast<double>((i * 7919) % 500);
    truth[i] = std::fmod(side(i, 0), 2) == 0 ? 1 : -1;
  }
  std::vector<std::int64_t> records(static_cast<std::size_t>(n));
  std::iota(records.begin(), records.end(), 0);
  const Vector noisy = truth + std::sqrt(10.0) * normals(n, 3);
  const SideFit fit({side, {false}}, noisy, records);
  EXPECT_LT((truth - fit.held_out()).squaredNorm() / truth.squaredNorm(), 0.04);
}

}  // namespace side_parts_test
}  // namespace guise::stats
