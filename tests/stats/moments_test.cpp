// SPDX-License-Identifier: Apache-2.0
#include "stats/moments.h"

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <random>
#include <vector>

#include "linalg/blas.h"
#include "stats/ordered_merge.h"
#include "table/chunk.h"

namespace guise::stats {
namespace moments_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(rows, columns, [&] { return normal(engine); });
}

/// By the definition, in long double.
Matrix plain_covariance(const Matrix& x) {
  using Long = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
  const Long wide = x.cast<long double>();
  const Long centred = wide.rowwise() - wide.colwise().mean();
  return (centred.transpose() * centred / static_cast<long double>(x.rows() - 1)).cast<double>();
}

double largest(const Matrix& a) {
  return a.cwiseAbs().maxCoeff();
}

TEST(Moments, EqualTheDefinition) {
  for (const Index attributes : {1, 2, 3, 5, 7, 10, 16, 33, 50, 130})
    for (const Index records : {2, 5, 1023, 1024, 1025, 5000}) {
      const Matrix x = normals(records, attributes, 1) * normals(attributes, attributes, 2);
      const Moments found = moments_of(x);
      const Matrix expected = plain_covariance(x);
      ASSERT_LT(largest(found.covariance() - expected), 1e-12 * largest(expected)) << records << " x " << attributes;
      ASSERT_LT(largest(found.mean() - x.colwise().mean().transpose()), 1e-12 * largest(x));
      ASSERT_EQ(found.least(), Vector(x.colwise().minCoeff()));
      ASSERT_EQ(found.most(), Vector(x.colwise().maxCoeff()));
      ASSERT_EQ(found.count(), records);
      ASSERT_LT(largest(found.variance() - expected.diagonal() * ((records - 1.0) / static_cast<double>(records))),
                1e-12 * largest(expected));
    }
}

TEST(Moments, KeepTheCovarianceOfDataFarFromZero) {
  const Matrix x = (normals(20'000, 3, 3).array() + 1e9).matrix();
  const Matrix expected = plain_covariance(x);
  // A mean of 1e9 is stored to 1e-7; merging blocks whose means differ by 1/32 can cost 2/32 of that. One block costs nothing.
  EXPECT_LT(largest(moments_of(x).covariance() - expected), 1e-8);
  EXPECT_LT(largest(moments_of(x.topRows(1000)).covariance() - plain_covariance(x.topRows(1000))), 1e-13);
  EXPECT_LT(largest(expected - Matrix::Identity(3, 3)), 0.05);
}

TEST(Moments, KeepTheCovarianceWhenTheFirstRecordIsAnOutlier) {
  Matrix x = (normals(3000, 2, 4).array() + 1e6).matrix();
  x.row(0).setZero();
  const Matrix expected = plain_covariance(x);
  EXPECT_LT(largest(moments_of(x).covariance() - expected), 1e-12 * largest(expected));
}

TEST(Moments, MergeOfAnySplitEqualsOnePass) {
  const Matrix x = (normals(3000, 4, 5).array() + 100).matrix();
  const Matrix expected = plain_covariance(x);
  for (const Index cut : {1, 2, 1000, 1024, 2999}) {
    Moments left, right;
    left.add(x.topRows(cut));
    right.add(x.bottomRows(3000 - cut));
    left.merge(right);
    EXPECT_EQ(left.count(), 3000);
    EXPECT_LT(largest(left.covariance() - expected), 1e-11 * largest(expected));
  }
}

TEST(Moments, BlocksOfAnyOrderThroughTheOrderedMergeHaveTheSameBits) {
  const Matrix x = normals(20 * table::kBlock + 17, 6, 6);
  const Moments whole = moments_of(x);
  std::vector<Index> order(21);
  std::iota(order.begin(), order.end(), Index{0});
  std::mt19937_64 engine(7);
  for (int trial = 0; trial < 5; ++trial) {
    std::shuffle(order.begin(), order.end(), engine);
    OrderedMerge<Moments> merged;
    for (const Index block : order) {
      Moments part;
      part.add(x.middleRows(block * table::kBlock, std::min<Index>(table::kBlock, x.rows() - block * table::kBlock)));
      merged.add(block, std::move(part));
    }
    const Moments found = merged.finish({});
    EXPECT_EQ(found.mean(), whole.mean());
    EXPECT_EQ(found.covariance(), whole.covariance());
  }
}

TEST(Moments, BitsDoNotDependOnTheNumberOfThreads) {
  const Matrix x = normals(50'000, 12, 8);
  const Moments usual = moments_of(x);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const Moments alone = moments_of(x);
  EXPECT_EQ(alone.mean(), usual.mean());
  EXPECT_EQ(alone.covariance(), usual.covariance());
}

TEST(Moments, BitsDoNotDependOnWhereTheRecordsLieInMemory) {
  for (const Index attributes : {11, 130}) {
    const Matrix x = normals(4000, attributes, 9);
    for (const Index before : {1, 3}) {
      Matrix wide(4007, attributes + 2);
      wide.block(before, 1, 4000, attributes) = x;
      const Moments there = moments_of(wide.block(before, 1, 4000, attributes)), here = moments_of(x);
      EXPECT_EQ(there.mean(), here.mean());
      EXPECT_TRUE(there.covariance() == here.covariance()) << attributes;
    }
  }
}

TEST(Moments, OfSelectedAttributesAreThoseOfTheirColumns) {
  const Matrix x = normals(3000, 5, 12);
  Matrix some(3000, 3);
  some << x.col(4), x.col(0), x.col(2);
  const Moments found = moments_of(x).select({4, 0, 2}), expected = moments_of(some);
  EXPECT_EQ(found.count(), 3000);
  EXPECT_EQ(found.mean(), expected.mean());
  EXPECT_EQ(found.least(), expected.least());
  EXPECT_EQ(found.most(), expected.most());
  EXPECT_LT(largest(found.covariance() - expected.covariance()), 1e-13);
}

TEST(Moments, ConstantAttributesHaveVarianceZero) {
  Matrix x = normals(2000, 3, 10);
  x.col(1).setConstant(0.1);
  const Moments found = moments_of(x);
  EXPECT_EQ(found.variance()[1], 0);
  EXPECT_EQ(found.mean()[1], 0.1);
  EXPECT_EQ(found.covariance()(0, 1), 0);
}

TEST(Moments, OneRecordHasItselfAsMeanAndNoCovariance) {
  const Moments found = moments_of(Matrix::Constant(1, 3, 7));
  EXPECT_EQ(found.mean(), Vector(Vector::Constant(3, 7)));
  EXPECT_EQ(found.covariance(), Matrix(Matrix::Zero(3, 3)));
  EXPECT_EQ(found.variance(), Vector(Vector::Zero(3)));
}

TEST(Moments, OfNothingAreEmptyAndMergeAsNothing) {
  Moments empty;
  empty.add(Matrix(0, 3));
  EXPECT_EQ(empty.count(), 0);
  Moments some = moments_of(normals(10, 3, 11));
  const Matrix before = some.covariance();
  some.merge(empty);
  EXPECT_EQ(some.covariance(), before);
  empty.merge(some);
  EXPECT_EQ(empty.covariance(), before);
}

TEST(Moments, InOtherUnitsAreThoseOfTheRecordsInThem) {
  const Matrix records = normals(50, 3, 12);
  const Vector center{{1, -2, 0.5}}, scale{{2, 0.25, 3}};
  const Moments found = moments_of(records).in_units(center, scale);
  const Moments wanted = moments_of((records.rowwise() - center.transpose()) * scale.cwiseInverse().asDiagonal());
  EXPECT_EQ(found.count(), wanted.count());
  EXPECT_LT((found.mean() - wanted.mean()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((found.covariance() - wanted.covariance()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((found.least() - wanted.least()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((found.most() - wanted.most()).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace moments_test
}  // namespace guise::stats
