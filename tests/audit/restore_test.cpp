// SPDX-License-Identifier: Apache-2.0
#include "audit/restore.h"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/shuffled.h"
#include "random/matrices.h"

namespace guise::audit {
namespace restore_test {

using testing::names;
using testing::normals;
using testing::originals;
using testing::restored;
using testing::right;
using testing::shuffled;

TEST(Restore, GivesDisguisedCopiesBackToTheirOwners) {
  const Matrix x = originals(500, 1);
  const std::vector<Index> owner = shuffled(500, 2);
  const Matrix copy = x(owner, Eigen::all);
  Matrix permuted(500, 4), scaled(500, 4);
  permuted << copy.col(2), copy.col(0), copy.col(3), copy.col(1);
  scaled << 3 * copy.col(0).array() + 7, 0.01 * copy.col(1).array(), -copy.col(2).array(), copy.col(3).array() - 100;
  EXPECT_EQ(right(restored(x, copy), x, owner), 1);
  EXPECT_EQ(right(restored(x, permuted), x, owner), 1);
  EXPECT_EQ(right(restored(x, scaled), x, owner), 1);
  EXPECT_GT(right(restored(x, (copy * 10).array().round() / 10), x, owner), 0.97);
  EXPECT_EQ(right(restored(x, copy.leftCols(3)), x, owner), 1);  // fewer columns
  EXPECT_NEAR(restored(x, copy).how.certainty, 1, 1e-9);
}

TEST(Restore, FindsRotationsAndProjections) {
  const Matrix x = originals(500, 3);
  const std::vector<Index> owner = shuffled(500, 4);
  const Matrix turned = x(owner, Eigen::all) * random::haar_orthogonal(4, random::Rng::from_seed(5));
  EXPECT_EQ(right(restored(x, turned), x, owner), 1);
  EXPECT_EQ(right(restored(x, turned.leftCols(3)), x, owner), 1);
}

TEST(Restore, FindsSomeOfThePeopleAmongAll) {
  const Matrix x = originals(1500, 6);
  std::vector<Index> owner = shuffled(1500, 7);
  owner.resize(400);
  const Restored found = restored(x, x(owner, Eigen::all));
  EXPECT_EQ(right(found, x, owner), 1);
  EXPECT_EQ(found.how.originals, 1500);
  EXPECT_EQ(found.how.released, 400);
}

TEST(Restore, WholeNumbersWithTwinsAreNoObstacle) {
  const Matrix x = originals(800, 8).array().round();
  const std::vector<Index> owner = shuffled(800, 9);
  const Restored found = restored(x, x(owner, Eigen::all));
  EXPECT_EQ(right(found, x, owner), 1);  // to a twin is as good
  EXPECT_LT(found.how.certainty, 1);
}

/// Covariance of the originals that rows were given to with the released rows, over that of the true ones.
double kept_covariance(const Restored& found, const Matrix& x, const Matrix& release, const std::vector<Index>& owner) {
  const auto covariance = [](const Matrix& a, const Matrix& b) {
    return ((a.rowwise() - a.colwise().mean()).cwiseProduct(b.rowwise() - b.colwise().mean())).sum();
  };
  return covariance(found.both.leftCols(x.cols()), release) / covariance(x(owner, Eigen::all), release);
}

TEST(Restore, FindsNobodyWhereThereIsNobodyToFind) {
  const Matrix x = originals(400, 13);
  EXPECT_EQ(restored(x, originals(400, 14)).how.placed, 0);   // other people
  EXPECT_EQ(restored(x, normals(400, 4, 15)).how.placed, 0);  // numbers from nowhere
  EXPECT_EQ(restored(x, x(shuffled(400, 16), Eigen::all) + 1e3 * normals(400, 4, 17)).how.placed, 0);
  EXPECT_EQ(restored(x, Matrix::Ones(400, 4)).how.placed, 0);
  EXPECT_EQ(restored(x.topRows(1), x.topRows(1)).how.placed, 0);
}

// Drawn owners have the true ones' joint distribution with the release; nearest ones would have a larger covariance.
TEST(Restore, TakesTheWordOfTheMaskWhereValuesDoNotTell) {
  const Matrix x = originals(600, 18);
  const std::vector<Index> owner = shuffled(600, 19);
  const Matrix release = x(owner, Eigen::all) + 3 * normals(600, 4, 20);
  attacks::Knowledge known;
  known.noise_covariance = 9 * Matrix::Identity(4, 4);
  const Restored found = restored(x, release, known);
  EXPECT_TRUE(found.how.by_claim);
  EXPECT_NEAR(kept_covariance(found, x, release, owner), 1, 0.1);
}

/// Skewed columns that go together, as money does.
Matrix incomes(Index count, std::uint64_t seed) {
  const Matrix directions = 0.5 * normals(3, 12, 100);
  return (normals(count, 3, seed) * directions + 0.3 * normals(count, 12, seed + 50)).array().exp();
}

Matrix with_noise(const Matrix& x, double size, std::uint64_t seed) {
  const Vector sd = (x.rowwise() - x.colwise().mean()).cwiseAbs2().colwise().mean().cwiseSqrt();
  return x + size * normals(x.rows(), x.cols(), seed) * sd.asDiagonal();
}

// Behind noise all originals are about equally far from a row, also from that of a stranger: these have noise too.
TEST(Restore, NoiseOfHalfAStandardDeviationLeavesOwners) {
  constexpr Index kRows = 600;
  const Matrix x = incomes(kRows, 30), release = with_noise(x, 0.5, 32);
  const Vector unit = (x.rowwise() - x.colwise().mean()).cwiseAbs2().colwise().mean().cwiseSqrt().cwiseInverse();
  Index nearest = 0, at = 0;
  for (Index i = 0; i < kRows; ++i) {
    ((x.rowwise() - release.row(i)) * unit.asDiagonal()).rowwise().squaredNorm().minCoeff(&at);
    nearest += at == i ? 1 : 0;
  }
  const double share = static_cast<double>(nearest) / kRows;
  const Restored found = restored(x, release(shuffled(kRows, 31), Eigen::all));
  ASSERT_GT(found.how.placed, 0);
  EXPECT_NEAR(found.how.certainty, share, 4 * std::sqrt(share * (1 - share) / kRows));
}

// Nine rows of ten have hardly any noise. Gaussian noise of one size would draw their owners from all around them.
TEST(Restore, RowsWithLittleNoiseAmongOthersHaveTheirOwners) {
  const Matrix x = incomes(700, 35);
  const std::vector<Index> owner = shuffled(700, 36);
  Matrix release = with_noise(x, 0.01, 37);
  const Matrix noisy = with_noise(x, 1.0, 38);
  for (Index i = 0; i < release.rows(); i += 10) release.row(i) = noisy.row(i);
  const Restored found = restored(x, release(owner, Eigen::all));
  ASSERT_GT(found.how.placed, 0);
  EXPECT_GT(right(found, x, owner), 0.88);
  EXPECT_LT(found.how.certainty, 0.97);
}

TEST(Restore, DoesNotDependOnThreadsOrChunks) {
  const Matrix x = originals(1500, 21);  // two blocks
  const Matrix release = x(shuffled(1500, 22), Eigen::all) * random::haar_orthogonal(4, random::Rng::from_seed(23));
  const Restored one = restored(x, release, {}, {.threads = 1}), many = restored(x, release, {}, {.threads = 3, .chunk = 1});
  ASSERT_GT(one.how.placed, 0);
  EXPECT_EQ(one.both, many.both);
}

TEST(RowsInStep, TellsShuffledFromOrdered) {
  const Matrix x = originals(800, 24), noisy = x + 5 * normals(800, 4, 25);
  const auto in_step = [&](const Matrix& release) {
    const table::Table a = table::Table::from_matrix(x, names('x', 4)), b = table::Table::from_matrix(release, names('y', 4));
    return rows_in_step({a, b, {.attributes = names('x', 4)}, {.attributes = names('y', 4)}}, {});
  };
  EXPECT_TRUE(in_step(noisy));
  EXPECT_FALSE(in_step(noisy(shuffled(800, 26), Eigen::all)));
  EXPECT_FALSE(in_step(noisy.topRows(700)));
}

}  // namespace restore_test
}  // namespace guise::audit
