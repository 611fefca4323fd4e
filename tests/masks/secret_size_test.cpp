// SPDX-License-Identifier: Apache-2.0
// Projections to more columns than there are, and sizes that are secret: of the entries of a matrix, of one factor for all
// columns.
#include <gtest/gtest.h>

#include <cmath>

#include "masked.h"

namespace guise::masks {
namespace secret_size_test {

TEST(Project, InflatesToMoreColumnsThanThereAre) {
  const Matrix values = correlated(30, 3), released = masked("project(k=7)", values);
  EXPECT_EQ(released.cols(), 7);
  const Prepared plan = prepared("project(k=7)", values);
  EXPECT_LT((released - values * plan.secrets()[0].affine->map.transpose()).cwiseAbs().maxCoeff(), 1e-10);
  table::Chunk chunk{.first_record = 0, .values = released};
  EXPECT_TRUE(plan.undo(chunk)) << "nothing is lost";
  EXPECT_LT((chunk.values - values).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_NE(plan.notes()[0].find("nothing of a record is lost"), std::string::npos);
  EXPECT_NE(refusal([&] { prepared("project(k=4,law=orthonormal)", values); }).find("cannot be orthonormal"),
            std::string::npos);
}

// Paper 000, section VI.C: the sd of the entries comes from an interval around 1, and is in the key alone.
TEST(Project, DrawsASecretSizeFromAnInterval) {
  const Matrix values = correlated(4, 400);
  double least = 9, most = 0;
  for (std::uint8_t key = 0; key < 40; ++key) {
    const Matrix map = prepared("project(k=300,spread=0.5)", values, {.key = key}).secrets()[0].affine->map;
    const double sd = std::sqrt(map.squaredNorm() / static_cast<double>(map.cols()));
    least = std::min(least, sd);
    most = std::max(most, sd);
  }
  // 120,000 entries give sd to 0.2 %; of 40 even numbers the ends are within 10 % of the interval's, but for one in 60.
  EXPECT_GT(least, 0.5 * 0.99);
  EXPECT_LT(least, 0.6);
  EXPECT_GT(most, 1.4);
  EXPECT_LT(most, 1.5 * 1.01);
  const StepCard step = prepared("project(k=2,sd=2,scaled=no,spread=0.25)", correlated(4, 3)).card().steps[0];
  EXPECT_EQ(step.low, std::vector<double>{1.5});
  EXPECT_EQ(step.high, std::vector<double>{2.5});
}

TEST(Project, HasTheMatrixOfBeforeWithoutASpread) {
  const Matrix values = correlated(5, 4);
  EXPECT_EQ(masked("project(k=2,spread=0)", values), masked("project(k=2)", values));
}

TEST(Scale, HasOneFactorForAllColumnsWhereItIsUniform) {
  const Matrix values = correlated(20, 3), ratio = masked("scale(uniform=yes)", values).cwiseQuotient(values);
  EXPECT_LT(ratio.maxCoeff() - ratio.minCoeff(), 1e-12);
  EXPECT_EQ(prepared("scale(uniform=yes)", values).card().steps[0].share, "columns");
  EXPECT_EQ(masked("scale(uniform=no)", values), masked("scale", values));
  EXPECT_NE(refusal([&] { prepared("scale(uniform=yes,high=[2,3,4])", values); }).find("takes one number"), std::string::npos);
}

}  // namespace secret_size_test
}  // namespace guise::masks
