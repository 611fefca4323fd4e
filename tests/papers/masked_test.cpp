// SPDX-License-Identifier: Apache-2.0
#include "papers/masked.h"

#include <gtest/gtest.h>

#include "papers/draw.h"

namespace guise::papers {
namespace masked_test {

const random::Rng kRng = random::Rng::from_seed(5);

TEST(Masked, IsTheMatrixTimesTheRecords) {
  const Matrix data = gaussian(1500, 5, 2, kRng.fork("data"));
  const Masked release = masked("project(k=3)", data, kRng.fork("mask"));
  ASSERT_EQ(release.matrix.rows(), 3);
  EXPECT_LT((release.released - data * release.matrix.transpose()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_EQ(masked("project(k=3)", data, kRng.fork("mask")).released, release.released);
  EXPECT_NE(masked("project(k=3)", data, kRng.fork("another")).released, release.released);
}

TEST(Masked, TellsTheMatrixToTheInsiderAloneAndItsLawToBoth) {
  const Masked release = masked("project(k=2)", gaussian(10, 4, 1, kRng), kRng);
  EXPECT_TRUE(release.insider.mixed && release.outsider.mixed);
  ASSERT_TRUE(release.insider.channel);
  EXPECT_EQ(release.insider.channel->map, release.matrix);
  EXPECT_FALSE(release.outsider.channel);
  for (const attacks::Knowledge* known : {&release.insider, &release.outsider}) {
    ASSERT_TRUE(known->matrix_law);
    EXPECT_EQ(known->matrix_law->columns, 4);
  }
}

TEST(MixedRecords, KeepInnerProductsOfAttributesOnAverage) {
  const Matrix data = gaussian(3000, 2, 1, kRng.fork("records"));
  const Matrix released = mixed_records("project(k=2000, side=records)", data, kRng.fork("mask"));
  ASSERT_EQ(released.rows(), 2000);
  // Lemma 5.6: standard deviations of about 3000 sqrt(2/k) = 95 and 3000 / sqrt(k) = 67; 4 of them.
  const Matrix error = released.transpose() * released - data.transpose() * data;
  EXPECT_LT(error.cwiseAbs().maxCoeff(), 4 * 95);
  EXPECT_GT(error.cwiseAbs().minCoeff(), 0);
}

}  // namespace masked_test
}  // namespace guise::papers
