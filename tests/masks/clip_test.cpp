// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "masked.h"

namespace guise::masks {
namespace clip_test {

TEST(Clip, MovesFarRecordsOntoTheBallAlongTheirDirection) {
  Matrix values(3, 2);
  values << 3, 4, 0.3, 0.4, -6, 8;
  const Matrix release = masked("clip(radius=2.5)", values);
  Matrix expected(3, 2);
  expected << 1.5, 2, 0.3, 0.4, -1.5, 2;
  EXPECT_TRUE(release.isApprox(expected, 1e-15)) << release;
  EXPECT_EQ(release.row(1), values.row(1)) << "inside, not touched";
}

TEST(Clip, TakesDistancesFromThePublicCentre) {
  const Matrix values = correlated(2000, 3);
  Vector center(3);
  center << 49, 50, 51;
  const Matrix release = masked("clip(center=[49,50,51],radius=2)", values);
  const Vector before = (values.rowwise() - center.transpose()).rowwise().norm(),
               after = (release.rowwise() - center.transpose()).rowwise().norm();
  EXPECT_LE(after.maxCoeff(), 2 + 1e-12);
  for (Index i = 0; i < 2000; ++i) EXPECT_NEAR(after[i], std::min(before[i], 2.0), 1e-12);
}

TEST(Clip, HugeRecordsDoNotOverflow) {
  const Matrix release = masked("clip(radius=1)", Matrix::Constant(2, 4, 1e300));
  EXPECT_TRUE(release.isApprox(Matrix::Constant(2, 4, 0.5), 1e-12)) << release;
}

TEST(Clip, NeedsARadius) {
  EXPECT_EQ(refusal([] { Mask::parse("clip"); }), "step 'clip' needs the size of the ball; give radius=");
  EXPECT_EQ(refusal([] { Mask::parse("clip(radius=0)"); }), "step 'clip': radius must satisfy N > 0, got 0");
}

}  // namespace clip_test
}  // namespace guise::masks
