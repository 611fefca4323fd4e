// SPDX-License-Identifier: Apache-2.0
#include "stats/prior_knowledge.h"

#include <gtest/gtest.h>

#include "random/laws.h"
#include "random/matrices.h"
#include "stats/credit.h"

namespace guise::stats {
namespace prior_knowledge_test {

const random::Rng kRng = random::Rng::from_seed(1);

Matrix drawn(random::Law law, Index rows, Index columns) {
  Matrix out(rows, columns);
  for (Index j = 0; j < columns; ++j)
    random::fill_law(law, random::Rng::from_seed(2), static_cast<std::uint32_t>(j), 0,
                     {out.col(j).data(), static_cast<std::size_t>(rows)});
  return out;
}

const Matrix kMixing = (Matrix(3, 3) << 1, 0.6, 0.2, 0, 1, 0.5, 0.3, 0, 1).finished();

TEST(PriorKnowledge, TellsIndependentLaplaceAttributes) {
  const PriorKnowledge known = test_prior_knowledge(drawn(random::Law::laplace, 800, 3), kRng);
  EXPECT_TRUE(known.independent());
  EXPECT_TRUE(known.sparse());
  EXPECT_FALSE(known.multivariate_normal());
  EXPECT_EQ(known.normal_attributes(), 0);
  for (const auto& attribute : known.attributes) EXPECT_GT(attribute.kurtosis, 1.5);
}

TEST(PriorKnowledge, TellsCorrelatedNormalAttributes) {
  const PriorKnowledge known = test_prior_knowledge(drawn(random::Law::gaussian, 800, 3) * kMixing, kRng);
  EXPECT_FALSE(known.independent());
  EXPECT_FALSE(known.sparse());
  EXPECT_TRUE(known.multivariate_normal());
  EXPECT_EQ(known.normal_attributes(), 3);
}

TEST(PriorKnowledge, CountsColumnsOfZerosAsSparse) {
  const Matrix x = drawn(random::Law::uniform, 500, 3);
  const Matrix zeros = (x.array() > 0.5).select(x, 0);
  const PriorKnowledge known = test_prior_knowledge(zeros, kRng);
  EXPECT_TRUE(known.sparse());
  EXPECT_GT(known.attributes[0].most_equal, 0.5);
  EXPECT_FALSE(test_prior_knowledge(x, kRng).sparse());
}

TEST(PriorKnowledge, OfTheCreditDataContradictsPaper004) {
  if (!testing::credit_data()) GTEST_SKIP() << "no data folder: set GUISE_DATA to the one with german_credit.csv";
  const PriorKnowledge german = test_prior_knowledge(testing::german_attributes(), kRng);
  EXPECT_FALSE(german.multivariate_normal());  // figure 4(b) assumes it
  EXPECT_EQ(german.normal_records, 1000);
  const PriorKnowledge fin3 = test_prior_knowledge(testing::three_credit_columns(), kRng);
  EXPECT_FALSE(fin3.sparse());  // figure 3(b) assumes it
  const double printed[] = {11.1, 1.17, 3.84};
  for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(fin3.attributes[j].kurtosis, printed[j], 0.05);
}

TEST(PriorKnowledge, CountsAttributesOfWholeNumbers) {
  Matrix x = drawn(random::Law::gaussian, 50, 4);
  x.col(1) = (10 * x.col(1)).array().round();
  x.col(2) = (10 * x.col(2)).array().round();
  x(7, 2) += 0.5;    // one that is not
  x.col(3) *= 1e20;  // whole, as every double of that size
  const PriorKnowledge known = test_prior_knowledge(x, kRng);
  EXPECT_EQ(known.whole_attributes(), 1);
  EXPECT_TRUE(known.attributes[1].whole);
}

TEST(PriorKnowledge, DoesNotDependOnUnits) {
  const Matrix x = drawn(random::Law::laplace, 200, 2);
  const Matrix huge = 1e200 * x;
  const PriorKnowledge a = test_prior_knowledge(x, kRng), b = test_prior_knowledge(huge, kRng);
  EXPECT_NEAR(a.normal->statistic, b.normal->statistic, 1e-9);
  EXPECT_NEAR(a.attributes[1].kurtosis, b.attributes[1].kurtosis, 1e-9);
}

TEST(PriorKnowledge, LeavesOutConstantsAndTestsThatRecordsDoNotCarry) {
  Matrix x = drawn(random::Law::gaussian, 30, 20);
  x.col(4).setConstant(3);
  const PriorKnowledge known = test_prior_knowledge(x, kRng);
  EXPECT_EQ(known.attributes.size(), 19u);
  EXPECT_EQ(known.attributes[4].column, 5);
  EXPECT_FALSE(known.normal.has_value());
  EXPECT_TRUE(test_prior_knowledge(Matrix::Ones(5, 3), kRng).attributes.empty());
  EXPECT_TRUE(test_prior_knowledge(Matrix::Ones(1, 3), kRng).attributes.empty());
  EXPECT_FALSE(test_prior_knowledge(Matrix::Ones(0, 3), kRng).sparse());
}

}  // namespace prior_knowledge_test
}  // namespace guise::stats
