// SPDX-License-Identifier: Apache-2.0
#include "audit/owners.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "audit/shuffled.h"
#include "linalg/solve.h"

namespace guise::audit {
namespace owners_test {

using testing::names;
using testing::normals;

const StandardUnits kAsTheyAre(Vector::Zero(2), Vector::Ones(2));

Owners owners_of(const Matrix& x, const Sought& sought, const linalg::Affine& channel, const std::optional<random::Rng>& draw) {
  const table::Table table = table::Table::from_matrix(x, names('x', 2));
  return find_owners(sought, channel, {table, {.attributes = names('x', 2)}, {}, kAsTheyAre}, draw);
}

linalg::Affine some_channel() {
  linalg::Affine channel{Matrix(2, 2), Vector(2), Matrix(2, 2)};
  channel.map << 1, 0.5, -0.3, 2;
  channel.shift << 0.2, -1;
  channel.covariance << 0.5, 0.1, 0.1, 0.3;
  return channel;
}

/// Squared distance of a released row to an original, in variances of the noise.
double distance2(const linalg::Affine& channel, const Vector& y, const Vector& x) {
  const Vector left = y - channel.map * x - channel.shift;
  return left.dot(linalg::solve(channel.covariance, left).col(0));
}

// Against every original one by one; two blocks of them.
TEST(FindOwners, AgreesWithLookingAtEveryOriginal) {
  const Matrix x = normals(1500, 2, 1), y = 2 * normals(20, 2, 2);
  const linalg::Affine channel = some_channel();
  Sought sought{.rows = y, .but = std::vector<std::int64_t>(20, -1)};
  sought.but[3] = 1200;
  const Owners found = owners_of(x, sought, channel, {});
  for (Index i = 0; i < y.rows(); ++i) {
    double first = 1e300, second = 1e300, weight = 0;
    for (Index j = 0; j < x.rows(); ++j) {
      if (j == sought.but[static_cast<std::size_t>(i)]) continue;
      const double d = distance2(channel, y.row(i), x.row(j));
      weight += std::exp(-d / 2);
      if (d < first)
        std::swap(first, second), first = d;
      else
        second = std::min(second, d);
    }
    EXPECT_NEAR(found.nearest[i], std::sqrt(first), 1e-9);
    EXPECT_NEAR(found.second[i], std::sqrt(second), 0.01);  // nearer than kSamePlace counts as the same place
    EXPECT_NEAR(found.log_weight[i], std::log(weight), 1e-6);
    EXPECT_NEAR(distance2(channel, y.row(i), found.rows.row(i)), first, 1e-9);
    EXPECT_NEAR(found.certainty()[i], std::exp(-first / 2) / weight, 1e-6);
  }
}

TEST(FindOwners, LeavesOutTheOneItIsTold) {
  const Matrix x = normals(50, 2, 3);
  const linalg::Affine channel{Matrix::Identity(2, 2), Vector::Zero(2), 0.01 * Matrix::Identity(2, 2)};
  const Owners with = owners_of(x, {.rows = x.row(7), .but = {}}, channel, {}),
               without = owners_of(x, {.rows = x.row(7), .but = {7}}, channel, {});
  EXPECT_EQ(with.records[0], 7);
  EXPECT_NE(without.records[0], 7);
  EXPECT_NEAR(without.nearest[0], with.second[0], 1e-9);
}

TEST(FindOwners, DrawsEachAsOftenAsItIsLikely) {
  constexpr Index kDraws = 20'000;
  Matrix x(3, 2);
  x << 0, 0, 1, 0, 0, 1.5;
  const linalg::Affine channel{Matrix::Identity(2, 2), Vector::Zero(2), Matrix::Identity(2, 2)};
  const Vector y = Vector::Constant(2, 0.4);
  const Owners found =
      owners_of(x, {.rows = y.transpose().replicate(kDraws, 1), .but = {}}, channel, random::Rng::from_seed(4));
  std::map<std::int64_t, double> share;
  for (const std::int64_t record : found.records) share[record] += 1.0 / kDraws;
  double weight = 0;
  for (Index j = 0; j < 3; ++j) weight += std::exp(-distance2(channel, y, x.row(j)) / 2);
  for (Index j = 0; j < 3; ++j) {
    const double p = std::exp(-distance2(channel, y, x.row(j)) / 2) / weight;
    EXPECT_NEAR(share[j], p, 4 * std::sqrt(p * (1 - p) / kDraws));
  }
  EXPECT_TRUE(found.crowded(kDraws, 10'000));
}

TEST(FindOwners, DrawsTheSameWhateverThreadsAndChunks) {
  const Matrix x = normals(3000, 2, 5), y = normals(200, 2, 6);
  const table::Table table = table::Table::from_matrix(x, names('x', 2));
  const auto found = [&](const table::Work& work) {
    return find_owners({.rows = y}, some_channel(), {table, {.attributes = names('x', 2)}, work, kAsTheyAre},
                       random::Rng::from_seed(7));
  };
  const Owners one = found({.threads = 1}), many = found({.threads = 3, .chunk = 1});
  EXPECT_EQ(one.records, many.records);
  EXPECT_EQ(one.log_weight, many.log_weight);
}

}  // namespace owners_test
}  // namespace guise::audit
