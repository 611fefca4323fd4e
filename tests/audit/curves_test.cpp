// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "audit/given.h"

namespace guise::audit {
namespace curves_test {

using testing::audit_mask;
using testing::normals;
using testing::request_of;

Curve pairs_curve(const std::string& mask) {
  Matrix mixing(4, 4);
  mixing << 2, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 3;
  Request request = request_of({"pairs=5"}, 3, 1);
  request.details = true;
  request.attacks = {"mean", "identity", "bayes", "procrustes", "regress"};
  const Result result = audit_mask(normals(1000, 4, 1) * mixing, mask, request);
  EXPECT_EQ(result.masks[0].curves.size(), 1u);
  return result.masks[0].curves.at(0);
}

// A rotation of four attributes is determined by four pairs, and by nothing else where the records are normal.
TEST(Curves, ARotationBreaksAtAsManyPairsAsAttributes) {
  const Curve curve = pairs_curve("rotate");
  EXPECT_EQ(curve.known, "pairs");
  std::vector<std::int64_t> counts;
  for (const CurvePoint& point : curve.points) counts.push_back(point.count);
  ASSERT_EQ(counts, (std::vector<std::int64_t>{0, 1, 2, 4, 8}));
  EXPECT_NE(curve.points[0].status, Status::succeeded);
  EXPECT_LT(curve.points[0].gets.value, 0.1);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_GT(curve.points[i].gets.value, curve.points[i - 1].gets.value) << counts[i];
  EXPECT_LT(curve.points[2].gets.value, 0.99) << "two pairs leave a plane open";
  EXPECT_NEAR(curve.points[3].gets.value, 1, 1e-6);
  EXPECT_NEAR(curve.points[4].gets.value, 1, 1e-6);
  EXPECT_EQ(curve.points[3].status, Status::succeeded);
}

// Against noise of known size a few pairs tell next to nothing that the release does not.
TEST(Curves, OfNoiseIsFlat) {
  const Curve curve = pairs_curve("noise(snr=1)");
  ASSERT_EQ(curve.points.size(), 5u);
  for (const CurvePoint& point : curve.points) {
    EXPECT_NEAR(point.gets.value, curve.points[0].gets.value, 0.03) << point.count;
    EXPECT_GT(point.gets.value, 0.3) << point.count;
  }
}

}  // namespace curves_test
}  // namespace guise::audit
