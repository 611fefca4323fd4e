// SPDX-License-Identifier: Apache-2.0
#include "audit/usual_values.h"

#include <gtest/gtest.h>

#include <numeric>

#include "stats/side_fit.h"

namespace guise::audit {
namespace usual_values_test {

/// Kind 0: mostly 1, some far away, so that no mean is near; kind 1: mostly 5; kind 2 has one record.
TEST(UsualValues, AreWhatMostRecordsOfTheKindAreNearTo) {
  constexpr Index n = 301;
  Vector kinds(n), values(n);
  for (Index i = 0; i < n; ++i) {
    kinds[i] = static_cast<double>(i % 2);
    values[i] = i % 10 >= 8 ? 50 + static_cast<double>(i) : i % 2 == 0 ? 1 : 5;
  }
  kinds[300] = 2;
  std::vector<std::int64_t> records(n);
  std::iota(records.begin(), records.end(), 0);
  const UsualValues usual(kinds, values, records, 0.1);
  for (const std::int64_t record : {0, 1, 17, 1000}) {
    EXPECT_EQ(usual.of(0, record), 1);
    EXPECT_EQ(usual.of(1, record), 5);
    EXPECT_EQ(usual.of(2, record), usual.of(7, record)) << "too few, and never seen";
  }
}

/// A record whose value is rare in its kind and the only one of its fold's others is never guessed by itself.
TEST(UsualValues, AreNotLearntFromTheRecordItself) {
  Vector values(60);
  std::vector<std::int64_t> records(60);
  std::iota(records.begin(), records.end(), 0);
  for (Index i = 0; i < 60; ++i) values[i] = static_cast<double>(10 * i);  // everybody alone
  const UsualValues usual(Vector::Zero(60), values, records, 1);
  for (Index i = 0; i < 60; ++i) EXPECT_NE(usual.of(0, i), values[i]);
}

TEST(UsualValues, PartsAreOfEqualNumbers) {
  const Vector values = Vector::LinSpaced(2500, 0, 1), cuts = cuts_of(values);
  ASSERT_EQ(cuts.size(), 24);
  std::vector<int> count(25, 0);
  for (const double value : values) ++count[static_cast<std::size_t>(part_of(value, cuts))];
  for (const int each : count) EXPECT_EQ(each, 100);
  EXPECT_EQ(cuts_of(Vector::Ones(100)).size(), 1) << "equal values stay together";
}

}  // namespace usual_values_test
}  // namespace guise::audit
