// SPDX-License-Identifier: Apache-2.0
// Columns that an attacker knows with an error: the same error wherever a record is looked at, and no less told of the others
// than the release alone tells, no more than exact columns do.
#include "audit/known_view.h"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/given.h"
#include "audit/score.h"

namespace guise::audit {
namespace known_view_test {

using testing::audit_mask;
using testing::originals;
using testing::request_of;
using testing::worst;

const std::vector<std::string> kColumns = {"a", "b", "c", "d"};

KnownView view_of(std::string_view attacker, const Matrix& x) {
  return known_view(parse_attacker(attacker, kColumns), kColumns, stats::moments_of(x), random::Rng::from_seed(3));
}

std::vector<std::int64_t> numbers(std::int64_t first, Index count) {
  std::vector<std::int64_t> out;
  for (Index i = 0; i < count; ++i) out.push_back(first + i);
  return out;
}

TEST(KnownView, HasErrorsOfTheirSizeThatBelongToTheRecord) {
  constexpr Index n = 20'000;
  const Matrix x = originals(n, 1);
  const KnownView view = view_of("attributes=b+d~0.5", x);
  const Matrix seen = view.of(x, numbers(0, n));
  EXPECT_EQ(seen.col(0), x.col(1)) << "exact";
  const Vector error = seen.col(1) - x.col(3);
  const double sd = 0.5 * std::sqrt(stats::moments_of(x).variance()[3]), relative = std::sqrt(2.0 / n);
  EXPECT_NEAR(error.squaredNorm() / n, sd * sd, 5 * relative * sd * sd);
  EXPECT_EQ(view.of(x.middleRows(700, 50), numbers(700, 50)), seen.middleRows(700, 50));
}

TEST(KnownView, ASmallerErrorIsTheSameErrorMadeSmaller) {
  const Matrix x = originals(100, 2);
  const auto error = [&](std::string_view attacker) {
    return Matrix(view_of(attacker, x).of(x, numbers(0, 100)) - x.leftCols(1));
  };
  EXPECT_LT((error("attributes=a~0.4") - 4 * error("attributes=a~0.1")).cwiseAbs().maxCoeff(), 1e-12);
}

/// The Bayes estimate alone: these are about what it is told.
Request bayes_request(std::vector<std::string> attackers, std::uint64_t seed) {
  Request request = request_of(std::move(attackers), 1, seed);
  request.attacks = {"bayes"};
  return request;
}

const AttackerResult& find(const Result& result, const std::string& who) {
  for (const AttackerResult& each : result.masks[0].attackers)
    if (each.attacker.text() == who) return each;
  throw std::runtime_error("nobody called " + who);
}

/// b follows a: of it an attacker recovers less, the larger the error of the a that it knows, and never less than without.
TEST(ApproximateColumns, TellLessThanExactOnesAndMoreThanNone) {
  Matrix x = testing::normals(4000, 4, 5);
  x.col(1) = x.col(0) + 0.3 * x.col(1);
  const Result result =
      audit_mask(x, "noise(snr=0.2)", bayes_request({"outsider", "attributes=a", "attributes=a~0.3", "attributes=a~2"}, 8));
  const auto left = [&](const std::string& who) {
    const AttackerResult& found = find(result, who);
    const auto column = std::find(found.columns.begin(), found.columns.end(), "b") - found.columns.begin();
    return calibrated(worst(found), static_cast<std::size_t>(column)).value;
  };
  EXPECT_LT(left("attributes=a"), left("attributes=a~0.3") - 0.03);
  EXPECT_LT(left("attributes=a~0.3"), left("attributes=a~2") - 0.1);
  EXPECT_LT(left("attributes=a~2"), left("outsider"));
}

/// The column itself is scored, against the same noisy column without the release: of x known with variance e of error and
/// released with variance 5 of noise, 1 / (1 + 1/e + 1/5) is left, and 1 / (1 + 1/e) without the release.
TEST(ApproximateColumns, AreScoredAgainstWhatTheyTellThemselves) {
  const Matrix x = testing::normals(20'000, 4, 6);
  const Result result = audit_mask(x, "noise(snr=0.2)", bayes_request({"attributes=a~0.5"}, 9));
  const AttackerResult& found = find(result, "attributes=a~0.5");
  ASSERT_EQ(found.columns, kColumns);
  EXPECT_NEAR(square(found.baseline[0]), 1 / (1 + 1 / 0.25), 0.01);
  double least = 1;
  for (const Trial& trial : found.trials)
    if (!trial.unaided && !trial.by_key.empty()) least = std::min(least, calibrated(trial, 0).value);
  EXPECT_NEAR(least, 1 / (1 + 1 / 0.25 + 1 / 5.0), 0.01);
}

}  // namespace known_view_test
}  // namespace guise::audit
