// SPDX-License-Identifier: Apache-2.0
#include "stats/kmeans.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include "random/kernels.h"
#include "random/laws.h"
#include "random/rng.h"
#include "stats/nearest_centre.h"

namespace guise::stats {
namespace kmeans_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  Matrix out(rows, columns);
  random::fill_normal(random::Rng::from_seed(seed), 0, 0, {out.data(), static_cast<std::size_t>(out.size())});
  return out;
}

std::vector<int> nearest_by_differences(const Matrix& x, const Matrix& centres) {
  std::vector<int> out;
  for (Index i = 0; i < x.rows(); ++i) {
    Index nearest = 0;
    (centres.rowwise() - x.row(i)).rowwise().squaredNorm().minCoeff(&nearest);
    out.push_back(static_cast<int>(nearest));
  }
  return out;
}

std::vector<int> nearest_by_kernel(const Matrix& x, const Matrix& centres) {
  std::vector<int> out;
  NearestCentre(centres, x.colwise().mean()).find(x, out);
  return out;
}

TEST(NearestCentre, IsTheOneThatDifferencesFindForAnyNumberOfRecordsCentresAndAttributes) {
  for (const Index records : {1, 7, 8, 33, 200})
    for (const Index centres : {1, 3, 4, 9})
      for (const Index attributes : {1, 2, 13}) {
        const Matrix x = normals(records, attributes, 1), c = normals(centres, attributes, 2);
        EXPECT_EQ(nearest_by_kernel(x, c), nearest_by_differences(x, c)) << records << ' ' << centres << ' ' << attributes;
      }
}

TEST(NearestCentre, IsTheFirstOfThoseThatAreEquallyNear) {
  Matrix centres = Matrix::Zero(6, 2);
  centres.col(0) << 5, 1, -1, 1, -1, 1;
  EXPECT_EQ(nearest_by_kernel(Matrix::Zero(9, 2), centres), std::vector<int>(9, 1));
}

TEST(NearestCentre, IsFoundFarFromZero) {
  const Matrix x = normals(500, 3, 3).array() + 1e8, c = normals(5, 3, 4).array() + 1e8;
  EXPECT_EQ(nearest_by_kernel(x, c), nearest_by_differences(x, c));
}

TEST(NearestCentre, IsTheSameFromEveryKernel) {
  const Matrix x = normals(1000, 11, 5), c = normals(10, 11, 6);
  const std::vector<int> expected = nearest_by_kernel(x, c);
  const random::Kernel used = random::current_kernel();
  for (const random::Kernel each : random::usable_kernels()) {
    random::force_kernel(each);
    EXPECT_EQ(nearest_by_kernel(x, c), expected);
  }
  random::force_kernel(used);
}

KMeans from(const Matrix& x, const Matrix& start, const KMeansRules& rules) {
  return lloyd(blocks_of(x), start, x.colwise().mean(), rules);
}

/// Lloyd as it is written: assign by differences, average.
Matrix plain_lloyd(const Matrix& x, Matrix centres, int iterations) {
  for (int round = 0; round < iterations; ++round) {
    const std::vector<int> nearest = nearest_by_differences(x, centres);
    for (Index j = 0; j < centres.rows(); ++j) {
      Vector sum = Vector::Zero(x.cols());
      double count = 0;
      for (Index i = 0; i < x.rows(); ++i)
        if (nearest[static_cast<std::size_t>(i)] == j) sum += x.row(i).transpose(), ++count;
      if (count > 0) centres.row(j) = sum.transpose() / count;
    }
  }
  return centres;
}

TEST(Lloyd, EqualsThePlainAlgorithmAfterAnyNumberOfIterations) {
  const Matrix x = normals(3000, 4, 7), start = x.topRows(5);
  for (const int iterations : {1, 2, 10}) {
    const KMeans found = from(x, start, {.iterations = iterations});
    EXPECT_EQ(found.iterations, iterations);
    EXPECT_LT((found.centres - plain_lloyd(x, start, iterations)).norm(), 1e-12);
  }
}

TEST(Lloyd, IsTheSameWhetherItRemembersOrNot) {
  const Matrix x = normals(5000, 4, 10), start = x.topRows(7);
  const KMeans sums = from(x, start, {.iterations = 500}), changes = from(x, start, {.iterations = 500, .remember = true});
  EXPECT_TRUE(sums.settled && changes.settled);
  EXPECT_GT(sums.iterations, 17);  // sums were made afresh once more
  EXPECT_EQ(sums.iterations, changes.iterations);
  EXPECT_EQ(sums.sizes, changes.sizes);
  EXPECT_LT((sums.centres - changes.centres).norm(), 1e-12);
}

TEST(Lloyd, StopsWhenNoCentreMoves) {
  const Matrix x = normals(200, 2, 8);
  const KMeans found = from(x, x.topRows(3), {.iterations = 1000});
  EXPECT_TRUE(found.settled);
  EXPECT_LT(found.iterations, 100);
  EXPECT_EQ((found.centres - from(x, found.centres, {.iterations = 1}).centres).norm(), 0);
}

TEST(Lloyd, HasTheSameBitsForAnyNumberOfThreads) {
  const Matrix x = normals(20'000, 3, 9), start = x.topRows(6);
  const KMeans several = from(x, start, {.iterations = 20});
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const KMeans alone = from(x, start, {.iterations = 20});
  EXPECT_EQ(several.centres, alone.centres);
  EXPECT_EQ(several.inertia, alone.inertia);
}

TEST(Lloyd, MeasuresTheInertiaOfCloseRecordsFarFromZero) {
  Matrix x = Matrix::Constant(4, 1, 1e9);
  x.col(0) += Eigen::Vector4d(0, 1, 1000, 1001);
  const KMeans found = from(x, (Matrix(2, 1) << 1e9, 1e9 + 1000).finished(), {});
  EXPECT_DOUBLE_EQ(found.inertia, 1);
}

TEST(Lloyd, MovesACentreWithoutRecordsToTheFarthestOnes) {
  Matrix x(6, 1), start(3, 1);
  x << 0, 1, 2, 50, 100, 101;
  start << 0, 1e6, 1e6;  // everything is nearest to the first: 101 and 100 are farthest from it
  const KMeans one = from(x, start, {.iterations = 1});
  EXPECT_DOUBLE_EQ(one.centres(1, 0), 101);
  EXPECT_DOUBLE_EQ(one.centres(2, 0), 100);
  EXPECT_NEAR(one.centres(0, 0), 53.0 / 4, 1e-12);
  const KMeans all = from(x, start, {});
  EXPECT_TRUE((all.sizes.array() > 0).all());
  EXPECT_TRUE(all.centres.allFinite());
}

TEST(Lloyd, KeepsACentreThatNoRecordIsLeftFor) {
  const KMeans found = from(Matrix::Ones(5, 2), Matrix::Identity(3, 2), {});
  EXPECT_TRUE(found.centres.allFinite());
  EXPECT_EQ(found.inertia, 0);
  EXPECT_EQ(found.sizes.sum(), 5);
}

}  // namespace kmeans_test
}  // namespace guise::stats
