// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "masked.h"

namespace guise::masks {
namespace standardize_test {

TEST(Standardize, LearntLeavesMeanZeroAndVarianceOne) {
  const Matrix release = masked("standardize", correlated(5000, 3));
  const stats::Moments moments = stats::moments_of(release);
  for (Index j = 0; j < 3; ++j) {
    EXPECT_NEAR(moments.mean()[j], 0, 1e-12);
    EXPECT_NEAR(moments.variance()[j], 1, 1e-12);
  }
}

TEST(Standardize, WithPublicNumbersIsThatArithmeticAndOnTheCard) {
  const Matrix values = correlated(50, 2);
  const Matrix release = masked("standardize(center=[10,20],scale=4)", values);
  EXPECT_EQ(release.col(1), Vector((values.col(1).array() - 20) / 4));
  const Prepared plan = prepared("standardize(center=[10,20],scale=4)", values);
  EXPECT_EQ(plan.card().steps[0].center, (std::vector<double>{10, 20}));
  EXPECT_EQ(plan.card().steps[0].scale, (std::vector<double>{4, 4}));
  EXPECT_TRUE(plan.notes().empty());
}

TEST(Standardize, WithAPublicCentreLearnsTheScaleOnlyAndKeepsItOffTheCard) {
  const Prepared plan = prepared("standardize(center=0)", correlated(50, 2));
  EXPECT_EQ(plan.card().steps[0].center, (std::vector<double>{0, 0}));
  EXPECT_TRUE(plan.card().steps[0].scale.empty());
  EXPECT_EQ(plan.notes().size(), 1u);
}

TEST(Standardize, UndoRestoresTheOriginals) {
  const Matrix values = correlated(3000, 3);
  const Prepared plan = prepared("standardize", values);
  table::Chunk chunk{.first_record = 0, .values = values, .dropped = {}, .kept = {}};
  plan.apply(chunk);
  EXPECT_TRUE(plan.undo(chunk));
  EXPECT_LT((chunk.values - values).cwiseAbs().maxCoeff(), 1e-10);
}

TEST(Standardize, RefusesAConstantColumnAndAScaleOfZero) {
  const Matrix constant = Matrix::Constant(5, 1, 3);
  EXPECT_EQ(refusal([&] { prepared("standardize", constant); }),
            "column 'c1' is constant: it cannot be divided by its standard deviation; leave it out or give a public size");
  EXPECT_EQ(refusal([&] { prepared("standardize(scale=2)", constant); }), "");
  EXPECT_EQ(refusal([&] { prepared("standardize(scale=0)", constant); }),
            "step 'standardize': scale must satisfy N > 0, got 0");
}

}  // namespace standardize_test
}  // namespace guise::masks
