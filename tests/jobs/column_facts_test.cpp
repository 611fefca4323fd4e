// SPDX-License-Identifier: Apache-2.0
#include "jobs/column_facts.h"

#include <gtest/gtest.h>

#include <cmath>

#include "jobs/column_roles.h"

namespace guise::jobs {
namespace column_facts_test {

table::Chunk chunk_of(std::int64_t first, const Matrix& values) {
  return {.first_record = first, .values = values};
}

ColumnFacts facts_of(const Vector& values) {
  FactGatherer gatherer(1, 0);
  gatherer.add(chunk_of(0, values));
  gatherer.finish();
  return gatherer.numbers()[0];
}

TEST(ColumnFacts, EstimatesHowManyValuesThereAreWithinFourStandardErrors) {
  for (const int count : {1, 999, 1000, 5000, 200'000}) {
    FactGatherer gatherer(1, 0);
    gatherer.add(chunk_of(0, Vector::LinSpaced(count, 1, count)));
    gatherer.add(chunk_of(count, Vector::LinSpaced(count, 1, count)));  // once more
    const Distinct& distinct = gatherer.numbers()[0].distinct;
    EXPECT_NEAR(distinct.count(), count, distinct.exact() ? 0 : 4 * 1.04 / 32 * count) << count;
  }
}

TEST(ColumnFacts, SeesWhetherValuesAscendThoughChunksComeInAnyOrder) {
  for (const double second : {5.0, 2.0}) {
    FactGatherer gatherer(1, 0);
    gatherer.add(chunk_of(2, Vector{{second, 7}}));
    gatherer.add(chunk_of(0, Vector{{1, 3}}));
    gatherer.finish();
    EXPECT_EQ(gatherer.numbers()[0].ascending, second > 3);
  }
}

TEST(ColumnFacts, FindsStepsDecimalsAndGaps) {
  EXPECT_EQ(granularity(facts_of(Vector{{20, 50, -30}})), "multiples of 10");
  EXPECT_EQ(granularity(facts_of(Vector{{20, 51, 0}})), "whole numbers");
  EXPECT_EQ(granularity(facts_of(Vector{{0.25, 1, 1e6 + 0.5}})), "rounded to 0.01");
  EXPECT_EQ(granularity(facts_of(Vector{{0.1234567, 1}})), "");
  const ColumnFacts gaps = facts_of(Vector{{1, NAN, NAN, 2}});
  EXPECT_EQ(gaps.missing, 2);
  EXPECT_EQ(gaps.there(), 2);
}

TEST(ColumnRoles, TellIdentifiersFromMeasurementsAndWeightsOfRecordsFromThoseOfPeople) {
  const table::Column whole{.name = "n", .type = table::Type::integer},
      named{.name = "patient_id", .type = table::Type::integer};
  const Vector rising = Vector::LinSpaced(50, 101, 150),
               spread = (Vector::LinSpaced(50, 1, 50).array() * 7919).unaryExpr([](double x) { return std::fmod(x, 100'000); });
  EXPECT_EQ(role_of(whole, facts_of(rising), 125), Role::identifier);
  EXPECT_EQ(role_of(whole, facts_of(spread), 125), Role::none);
  EXPECT_EQ(role_of(named, facts_of(spread), 125), Role::identifier);
  EXPECT_EQ(role_of(whole, facts_of(Vector::Constant(50, 3)), 3), Role::constant);
  const Vector kilos = Vector::LinSpaced(50, 50, 99.5);
  EXPECT_EQ(role_of({.name = "weight"}, facts_of(kilos), 75), Role::none);
  EXPECT_EQ(role_of({.name = "weight"}, facts_of(kilos / 75), 1), Role::weight);
  EXPECT_EQ(role_of({.name = "survey_weight"}, facts_of(kilos), 75), Role::weight);
}

}  // namespace column_facts_test
}  // namespace guise::jobs
