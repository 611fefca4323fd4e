// SPDX-License-Identifier: Apache-2.0
// What holds for every registered measure.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "measures/measure.h"
#include "random/matrices.h"

namespace guise::measures {
namespace measures_test {

struct Tables {
  Matrix truth, guess;
};

/// Three attributes, the last one constant, and a guess with errors.
Tables tables() {
  const random::Rng rng = random::Rng::from_seed(3);
  Tables made{random::gaussian_matrix(2500, 3, rng.fork("truth")), {}};
  made.truth.col(1) += made.truth.col(0);
  made.truth.col(2).setConstant(4);
  made.guess = made.truth + 0.6 * random::gaussian_matrix(2500, 3, rng.fork("error"));
  return made;
}

Vector sd_of(const Matrix& truth) {
  return stats::moments_of(truth).variance().cwiseSqrt();
}

Comparison compared(const Matrix& truth, const Matrix& guess) {
  Comparison comparison(sd_of(truth));
  comparison.add(truth, guess);
  return comparison;
}

void expect_same(const Figure& a, const Figure& b) {
  ASSERT_EQ(a.pooled.size(), b.pooled.size());
  for (std::size_t i = 0; i < a.pooled.size(); ++i) EXPECT_NEAR(a.pooled[i].value, b.pooled[i].value, 1e-9);
}

class EveryMeasure : public ::testing::TestWithParam<const Measure*> {};

TEST(MeasureContract, NamesAreUniqueAndDescribed) {
  std::set<std::string_view> names;
  for (const Measure* measure : all_measures()) {
    EXPECT_TRUE(names.insert(measure->name).second) << measure->name;
    EXPECT_FALSE(measure->summary.empty()) << measure->name;
    EXPECT_EQ(&find_measure(measure->name), measure);
  }
}

TEST_P(EveryMeasure, HasOneValuePerKeyPooledAndPerAttribute) {
  const auto [truth, guess] = tables();
  const Figure figure = GetParam()->compute(compared(truth, guess));
  const std::size_t values = figure.keys.empty() ? 1 : figure.keys.size();
  EXPECT_EQ(figure.pooled.size(), values);
  EXPECT_TRUE(figure.attributes.empty() || figure.attributes.size() == 3);
  for (const auto& attribute : figure.attributes) EXPECT_EQ(attribute.size(), values);
}

TEST_P(EveryMeasure, LiesInItsInterval) {
  const auto [truth, guess] = tables();
  for (const Value& value : GetParam()->compute(compared(truth, guess)).pooled) {
    EXPECT_TRUE(std::isfinite(value.value));
    EXPECT_EQ(std::isnan(value.low), std::isnan(value.high));
    if (std::isnan(value.low)) continue;
    EXPECT_LE(value.low, value.value);
    EXPECT_LE(value.value, value.high);
  }
}

TEST_P(EveryMeasure, SaysNothingOfAConstantAttribute) {
  const auto [truth, guess] = tables();
  const Figure figure = GetParam()->compute(compared(truth, guess));
  if (figure.attributes.empty()) GTEST_SKIP() << "has no meaning per attribute";
  for (const Value& value : figure.attributes[2]) EXPECT_TRUE(std::isnan(value.value));
}

TEST_P(EveryMeasure, DoesNotDependOnHowTheRecordsAreCutOrOrdered) {
  const auto [truth, guess] = tables();
  const Figure whole = GetParam()->compute(compared(truth, guess));
  Comparison first(sd_of(truth)), second(sd_of(truth));
  first.add(truth.topRows(700), guess.topRows(700));
  second.add(truth.bottomRows(1800), guess.bottomRows(1800));
  first.merge(second);
  expect_same(GetParam()->compute(first), whole);
  expect_same(GetParam()->compute(compared(truth.colwise().reverse(), guess.colwise().reverse())), whole);
}

TEST_P(EveryMeasure, SurvivesTinyTables) {
  const auto [truth, guess] = tables();
  for (const Index records : {1, 2, 3, 4}) {
    const Figure figure = GetParam()->compute(compared(truth.topRows(records), guess.topRows(records)));
    EXPECT_FALSE(figure.pooled.empty()) << records;
  }
}

INSTANTIATE_TEST_SUITE_P(Registered, EveryMeasure, ::testing::ValuesIn(all_measures().begin(), all_measures().end()),
                         [](const auto& call) { return std::string(call.param->name); });

}  // namespace measures_test
}  // namespace guise::measures
