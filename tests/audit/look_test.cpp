// SPDX-License-Identifier: Apache-2.0
#include "audit/look.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "audit/given.h"

namespace guise::audit {
namespace look_test {

using testing::audit_given;
using testing::normals;
using testing::request_of;

constexpr Index kRecords = 1000, kOutlier = 123;

Look look_at_release(const Matrix& x, const Matrix& release) {
  Request request = request_of({"outsider"}, 1, 1);
  request.details = true;
  request.attacks = {"identity"};
  const Result result = audit_given(x, release, request);
  return result.masks[0].attackers[0].look.value();
}

Matrix with_outlier() {
  Matrix x = normals(kRecords, 4, 1);
  x.row(kOutlier).setConstant(30);
  return x;
}

TEST(Look, WhoStandsOutAndIsRecoveredIsTheMostExposed) {
  const Matrix x = with_outlier();
  const Look look = look_at_release(x, x);
  EXPECT_EQ(look.attack, "identity");
  EXPECT_EQ(look.sample, kRecords);
  ASSERT_FALSE(look.exposed.empty());
  EXPECT_EQ(look.exposed.front().record, kOutlier);
  EXPECT_EQ(look.exposed.front().error, 0);
  // Its squared distance from the mean in squared standard deviations, by hand.
  double gain = 0;
  for (Index j = 0; j < 4; ++j) {
    const double mean = x.col(j).mean();
    gain += square(30 - mean) / (x.col(j).array() - mean).square().mean() / 4;
  }
  EXPECT_NEAR(look.exposed.front().gain, gain, 0.002 * gain);  // variances over n or n - 1
  for (std::size_t i = 1; i < look.exposed.size(); ++i) EXPECT_LE(look.exposed[i].gain, look.exposed[i - 1].gain);
}

TEST(Look, WhomTheGuessMissesIsNotExposed) {
  const Matrix x = with_outlier();
  Matrix release = x;
  release.row(kOutlier) = -x.row(kOutlier);
  for (const Exposed& each : look_at_release(x, release).exposed) EXPECT_NE(each.record, kOutlier);
}

/// As in the look: sixteen cells within three standard deviations, what is outside in the outermost.
Index cell_of(const AgreementCells& cells, double value) {
  const double width = cells.edges[1] - cells.edges[0];
  return static_cast<Index>(std::clamp(std::floor((value - cells.edges[0]) / width), 0.0, 15.0));
}

TEST(Look, AgreementCountsTruthAgainstGuessAndHidesWhoIsAlone) {
  const Matrix x = normals(kRecords, 4, 2), release = x + 0.5 * normals(kRecords, 4, 3);
  const Look look = look_at_release(x, release);
  double shown = 0;
  for (Index j = 0; j < 4; ++j) {
    const AgreementCells& cells = look.attributes[static_cast<std::size_t>(j)].agreement;
    ASSERT_EQ(cells.edges.size(), 17u);
    Matrix counts = Matrix::Zero(16, 16);
    for (Index i = 0; i < kRecords; ++i) ++counts(cell_of(cells, x(i, j)), cell_of(cells, release(i, j)));
    for (Index i = 0; i < counts.size(); ++i) EXPECT_EQ(cells.counts(i), counts(i) < 3 ? 0 : counts(i)) << j << " " << i;
    shown += cells.counts.sum();
  }
  EXPECT_GT(shown, 0.8 * 4 * kRecords);
  EXPECT_LT(shown, 4 * kRecords) << "in the tails somebody is alone";
}

TEST(Look, SharesOfErrorsSumToOneAndAreThoseOfTheNoise) {
  const Matrix x = normals(20'000, 4, 4), release = x + 0.5 * normals(20'000, 4, 5);
  for (const AttributeLook& each : look_at_release(x, release).attributes) {
    ASSERT_EQ(each.errors.edges.size(), each.errors.shares.size() + 1);
    EXPECT_NEAR(std::accumulate(each.errors.shares.begin(), each.errors.shares.end(), each.errors.beyond), 1, 1e-12);
    // P(|error| < 0.5) of noise with standard deviation 0.5 is .6827; 10,000 records: a standard error of .0047. Errors are
    // counted in cells of a fiftieth before.
    EXPECT_NEAR(std::accumulate(each.errors.shares.begin(), each.errors.shares.begin() + 5, 0.0), 0.6827, 0.02);
    EXPECT_NEAR(each.interval.measured, 2 * 1.96 * 0.5, 0.06);
  }
}

}  // namespace look_test
}  // namespace guise::audit
