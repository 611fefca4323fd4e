// SPDX-License-Identifier: Apache-2.0
// Who shares the key of a release of sums over records knows the weights, and solves the sums as far as they go.
#include <gtest/gtest.h>

#include "audit/given.h"
#include "audit/limits.h"
#include "audit/verdict.h"

namespace guise::audit {
namespace sums_test {

using testing::audit_mask;
using testing::normals;
using testing::request_of;

/// Share of the variance that the first of these attackers gets.
double gets(const std::string& mask, const std::vector<std::string>& attackers) {
  const Request request = request_of(attackers, 3, 5);
  const AttackerResult found = audit_mask(normals(600, 4, 6).array() * 5 + 30, mask, request).masks[0].attackers[0];
  return found.worst < 0 ? 0 : 1 - found.trials[static_cast<std::size_t>(found.worst)].calibrated.value;
}

// k / n, see tests/attacks/unsum_test.cpp: for a column sqrt(p (1 - p) / 301) = 0.029 off at most, about 0.041 on half of the
// records, and 0.012 over the four columns and three keys; four of these are allowed.
constexpr double kOff = 0.047;

TEST(SumsOverRecords, GiveTheInsiderTheShareTheySpan) {
  EXPECT_NEAR(gets("project(k=150,side=records)", {"insider"}), 0.25, kOff);
  EXPECT_NEAR(gets("standardize | project(k=300,side=records)", {"insider"}), 0.5, kOff);
  EXPECT_NEAR(gets("project(k=300,side=records,law=sketch)", {"insider"}), 0.43, kOff) << "1 - exp(-2) sums are not empty";
}

// People who play other people's records are in no sum, and the insider knows who is.
TEST(SumsOverRecords, AreOverThoseWhoAreInThem) {
  EXPECT_NEAR(gets("project(k=300,side=records)", {"insider", "population=120"}), 300.0 / 480, kOff);
}

TEST(SumsOverRecords, TellNothingToOutsiders) {
  EXPECT_EQ(gets("project(k=150,side=records)", {"outsider"}), 0);
}

/// What known columns tell without the release is no attack on it: the verdict is open, and no limit is kept by it.
TEST(SumsOverRecords, AreNotAssessedByWhatKnownColumnsTell) {
  Matrix data = normals(600, 4, 7);
  data.col(1) += 2 * data.col(0);
  const Request request = request_of({"attributes", "outsider"}, 2, 5);
  const Result result = audit_mask(data, "project(k=100,side=records)", request);
  EXPECT_EQ(verdict_of(result.masks[0], result).grade, Grade::not_assessed);
  const Checked checked = check(parse_limit("gets=0.9", result.columns), result.masks[0], result);
  EXPECT_FALSE(checked.assessed);
  EXPECT_TRUE(checked.exceeded);
}

}  // namespace sums_test
}  // namespace guise::audit
