// SPDX-License-Identifier: Apache-2.0
#include "stats/anderson_darling.h"

#include <gtest/gtest.h>

#include "random/matrices.h"

namespace guise::stats {
namespace anderson_darling_test {

// Statistic: scipy.stats.anderson; p-value: the formulas of D'Agostino and Stephens, as in R's nortest::ad.test.
TEST(AndersonDarling, HasTheKnownValues) {
  const Vector x = (Vector(12) << 2.1, 3.7, -1.2, 0.4, 8.9, 2.2, 2.2, -5.0, 1.1, 0.3, 4.4, 2.6).finished();
  EXPECT_NEAR(anderson_darling(x).statistic, 0.41244741228847737, 1e-12);
  EXPECT_NEAR(anderson_darling(x).p_value, 0.28424704604828616, 1e-10);
  EXPECT_NEAR(anderson_darling(x.array().cube()).statistic, 2.566765198941855, 1e-12);
  EXPECT_NEAR(anderson_darling(x.array().cube()).p_value, 5.787804069940518e-07, 1e-15);
  const Vector even = Vector::LinSpaced(20, 0, 19);
  EXPECT_NEAR(anderson_darling(even).statistic, 0.22073784165630173, 1e-12);
  EXPECT_NEAR(anderson_darling(even).p_value, 0.8063550613283764, 1e-10);
}

TEST(AndersonDarling, RejectsFivePercentOfNormalSamples) {
  int rejected = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed)
    rejected += anderson_darling(random::gaussian_matrix(100, 1, random::Rng::from_seed(seed))).p_value < 0.05;
  EXPECT_NEAR(rejected, 50, 28);  // four standard errors
}

TEST(AndersonDarling, TakesFarOutliersAndConstantsForNotNormal) {
  Vector x = random::gaussian_matrix(5000, 1, random::Rng::from_seed(1));
  x[7] = 1e6;  // 70 standard deviations out, where the tail of the normal law is 0 in double precision
  EXPECT_TRUE(std::isfinite(anderson_darling(x).statistic));
  EXPECT_EQ(anderson_darling(x).p_value, 0);
  EXPECT_EQ(anderson_darling(Vector::Constant(50, 3)).p_value, 0);
  EXPECT_EQ(anderson_darling(x.head(7)).p_value, 0);
}

}  // namespace anderson_darling_test
}  // namespace guise::stats
