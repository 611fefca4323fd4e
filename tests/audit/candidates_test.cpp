// SPDX-License-Identifier: Apache-2.0
#include "audit/candidates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/error.h"
#include "masks/mask.h"
#include "random/laws.h"
#include "theory/reconstruction_error.h"

namespace guise::audit {
namespace candidates_test {

const std::vector<std::string> kColumns = {"a", "b", "c"};

Matrix some_records() {
  Matrix x(50, 3);
  for (std::uint32_t j = 0; j < 3; ++j) random::fill_normal(random::Rng::from_seed(3), j, 0, {x.col(j).data(), 50});
  x.col(2) += 2 * x.col(0);
  return (100 * x).array() + 1000;
}

TEST(Candidates, EveryMaskIsCanonicalOnceAndFitForTheTable) {
  const Matrix x = some_records();
  const table::Table originals = table::Table::from_matrix(x, kColumns);
  std::set<std::string> all;
  for (const Path& path : all_paths(stats::moments_of(x), "")) {
    ASSERT_FALSE(path.masks.empty());
    for (const std::string& mask : path.masks) {
      EXPECT_TRUE(all.insert(mask).second) << mask;
      EXPECT_EQ(masks::Mask::parse(mask).text(), mask);
    }
    for (const std::string& mask : {path.masks.front(), path.masks.back()})
      EXPECT_NO_THROW(masks::prepare(masks::Mask::parse(mask), originals, {.attributes = kColumns}, {}, random::Key::create()))
          << mask;
  }
}

TEST(Candidates, OneColumnHasNothingToMix) {
  for (const Path& path : all_paths(stats::moments_of(some_records().leftCols(1)), ""))
    EXPECT_EQ(path.masks[0].find("rotate"), std::string::npos) << path.scheme;
}

TEST(Candidates, StepsBeforeStandInFrontOfEachAndEndTheClosedForm) {
  for (const Path& path : all_paths(stats::moments_of(some_records()), "clip(radius=2)")) {
    EXPECT_TRUE(path.masks[0].starts_with("clip(radius=2) | ")) << path.masks[0];
    EXPECT_EQ(path.closed, Path::Closed::none);
  }
}

/// The mean over attributes of what is left, in units, is Bayes' error of theory/.
TEST(Candidates, ShareLeftIsBayesErrorPerAttribute) {
  const Matrix covariance = stats::moments_of(some_records()).covariance();
  for (const double snr : {0.1, 1.0, 30.0}) {
    const Matrix white = (covariance.diagonal() / snr).asDiagonal(), shaped = covariance / snr;
    EXPECT_NEAR(share_left(covariance, Path::Closed::white, snr).dot(covariance.diagonal()) / 3,
                theory::bayes_error(covariance, white), 1e-9 * covariance.trace());
    EXPECT_NEAR(share_left(covariance, Path::Closed::shaped, snr).dot(covariance.diagonal()) / 3,
                theory::bayes_error(covariance, shaped), 1e-9 * covariance.trace());
  }
}

TEST(Candidates, AConstantAttributeHasNothingToFindOut) {
  Matrix covariance = Matrix::Identity(2, 2);
  covariance(1, 1) = 0;
  const Vector left = share_left(covariance, Path::Closed::white, 1);
  EXPECT_NEAR(left[0], 0.5, 1e-12);
  EXPECT_EQ(left[1], 1);
}

TEST(Candidates, ExpectedFiguresFollowFromWhatIsLeft) {
  Vector left(3);
  left << 0.5, 0.25, 1;
  const auto expected = [&](const char* limit) { return expected_figure(parse_limit(limit, kColumns), left, kColumns); };
  EXPECT_NEAR(*expected("gets=0.5"), 0.75, 1e-12);
  EXPECT_NEAR(*expected("gets:a=0.5"), 0.5, 1e-12);
  EXPECT_NEAR(*expected("information=1"), 1, 1e-12);
  EXPECT_NEAR(*expected("within0.5=1"), 0.682689492, 1e-8);  // half a deviation is one of the error: 2 Phi(1) - 1
  EXPECT_FALSE(expected("linked=0.5"));
  EXPECT_FALSE(expected("recovery0.1=0.5"));
}

double epsilon_of(const std::string& mask) {
  const table::Table one = table::Table::from_matrix(Matrix::Zero(1, 3), kColumns);
  const auto prepared = masks::prepare(masks::Mask::parse(mask), one, {.attributes = kColumns}, {}, random::Key::create());
  return release::certified_epsilon(release::certify(prepared.card(), prepared.secrets()), release::kStatedDelta).value();
}

TEST(Candidates, TheWeakestCertifiedMaskJustMeetsItsEpsilon) {
  const auto paths = certified_paths(kColumns, "standardize(center=0,scale=100) | clip(radius=2)", 3);
  ASSERT_EQ(paths.size(), 2u);
  for (const Path& path : paths) {
    const double epsilon = epsilon_of(path.masks[0]);
    EXPECT_LE(epsilon, 3) << path.masks[0];
    EXPECT_GT(epsilon, 2.98) << path.masks[0];
    EXPECT_LT(epsilon_of(path.masks[1]), epsilon) << path.masks[1];
  }
}

TEST(Candidates, EpsilonWithoutPublicBoundsIsRefused) {
  EXPECT_THROW(certified_paths(kColumns, "", 3), Error);
}

}  // namespace candidates_test
}  // namespace guise::audit
