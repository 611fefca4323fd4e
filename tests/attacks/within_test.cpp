// SPDX-License-Identifier: Apache-2.0
// Groups of records that were masked each in a way of their own, against what somebody knows who sees each group by itself.
#include <gtest/gtest.h>

#include <numeric>

#include "attacks/attack.h"
#include "base/params.h"
#include "random/matrices.h"

namespace guise::attacks {
namespace within_test {

constexpr Index kRows = 2000, kGroups = 10, kColumns = 3;

Matrix normals(Index rows, std::uint64_t seed) {
  return random::gaussian_matrix(rows, kColumns, random::Rng::from_seed(seed));
}

/// Columns that move together, of variance 1.
Matrix people() {
  Matrix x = 0.6 * normals(kRows, 1);
  x += 0.8 * normals(kRows, 2).col(0).replicate(1, kColumns);
  return x;
}

Vector groups() {
  Vector out(kRows);
  for (Index i = 0; i < kRows; ++i) out[i] = static_cast<double>((i * 7919) % kGroups) * 1e9;  // numbers that stand for towns
  return out;
}

Matrix each(const Matrix& of_groups, const Vector& group) {
  Matrix out(kRows, of_groups.cols());
  for (Index i = 0; i < kRows; ++i) out.row(i) = of_groups.row(static_cast<Index>(group[i] / 1e9));
  return out;
}

std::optional<Matrix> guess(const Matrix& released, const Matrix& side, const char* spread) {
  Evidence evidence;
  evidence.records = kRows;
  evidence.columns = {"a", "b", "c"};
  evidence.sample = released;
  evidence.sample_records.resize(static_cast<std::size_t>(kRows));
  std::iota(evidence.sample_records.begin(), evidence.sample_records.end(), 0);
  evidence.head = released;
  evidence.side = side;
  Knowledge known;
  known.side_is_category.assign(static_cast<std::size_t>(side.cols()), true);
  const Attack& attack = find_attack("within");
  const Params params = check_params(attack.params, parse_call(std::string("within(spread=") + spread + ")"), "attack");
  const Outcome outcome = learn(attack, evidence, known, params, random::Rng::from_seed(1));
  if (!outcome.reconstruction) return {};
  return outcome.reconstruction->guess({.released = released, .side = side, .count = kRows}).values;
}

/// Share of the variance that a guess leaves, all columns together.
double left(const Matrix& x, const Matrix& guess) {
  return (x - guess).squaredNorm() / (x.rowwise() - x.colwise().mean()).squaredNorm();
}

/// A secret constant of each group, far larger than the data: the mean of 200 records leaves 1 / 200 of the variance, and the
/// mean of all constants is off for every record alike.
TEST(Within, TakesConstantsOff) {
  const Matrix x = people(), released = x + each(10 * normals(kGroups, 3), groups());
  const auto found = guess(released, groups(), "kept");
  ASSERT_TRUE(found);
  const Matrix centred = found->rowwise() - (*found - x).colwise().mean();
  EXPECT_NEAR(left(x, centred), 1.0 / (kRows / kGroups), 0.003);
  EXPECT_GT(left(x, released), 50);
}

/// The order of the file shows groups that nothing else does.
TEST(Within, SeesRunsOfRecords) {
  const Matrix x = people();
  Matrix released = x;
  const Matrix constants = 10 * normals(kRows / 100, 4);
  for (Index i = 0; i < kRows; ++i) released.row(i) += constants.row(i / 100);
  const auto found = guess(released, Matrix(kRows, 0), "kept");
  ASSERT_TRUE(found);
  EXPECT_LT(left(x, found->rowwise() - (*found - x).colwise().mean()), 0.03);
}

/// Noise five times as wide as the data, drawn once for 50 records and used again for the next ones: each place of the cycle
/// has 40 records, whose mean leaves 1 / 40.
TEST(Within, SeesNoiseThatIsUsedAgain) {
  const Matrix x = people(), drawn = 5 * normals(50, 7);
  Matrix released = x;
  for (Index i = 0; i < kRows; ++i) released.row(i) += drawn.row(i % 50);
  const auto found = guess(released, Matrix(kRows, 0), "kept");
  ASSERT_TRUE(found);
  EXPECT_NEAR(left(x, found->rowwise() - (*found - x).colwise().mean()), 1.0 / 40, 0.01);
}

/// A secret factor of each group: spreads of 200 records are known to 5 %.
TEST(Within, MakesSpreadsEqual) {
  const Matrix x = people(), factors = (1.5 * normals(kGroups, 5)).array().exp(),
               released = x.cwiseProduct(each(factors, groups()));
  const auto found = guess(released, groups(), "equal");
  ASSERT_TRUE(found);
  Matrix scaled = *found;
  for (Index j = 0; j < kColumns; ++j) scaled.col(j) *= found->col(j).dot(x.col(j)) / found->col(j).squaredNorm();
  EXPECT_LT(left(x, scaled), 0.02);
}

/// Half of the groups have noise 400 times as wide: the others come back but for their noise, which leaves half of the
/// variance; one estimate for all leaves nearly everything.
TEST(Within, WeighsGroupsByTheirNoise) {
  Matrix sizes(kGroups, kColumns);
  for (Index g = 0; g < kGroups; ++g) sizes.row(g).setConstant(g % 2 == 0 ? 0.1 : 40);
  const Matrix x = people(), released = x + each(sizes, groups()).cwiseProduct(normals(kRows, 6));
  const auto found = guess(released, groups(), "widened");
  ASSERT_TRUE(found);
  EXPECT_NEAR(left(x, *found), 0.51, 0.04);
}

TEST(Within, SaysNothingWhereGroupsAreAlike) {
  const Matrix x = people();
  for (const char* spread : {"kept", "equal", "widened"}) EXPECT_FALSE(guess(x, groups(), spread)) << spread;
}

}  // namespace within_test
}  // namespace guise::attacks
