// SPDX-License-Identifier: Apache-2.0
// Known records found in a rotated release with noise, and strangers who must not be: beyond section 1.5.
#include "attacks/noisy_placement.h"

#include "attacks/placement_law.h"
#include "attacks/placement_misfit.h"
#include "linalg/procrustes.h"
#include "mixed.h"
#include "spiked.h"

namespace guise::attacks {
namespace noisy_placement_test {

using namespace testing;

constexpr Index kRecords = 400, kAttributes = 6;

/// A rotated release whose noise has the given ratio to each released column, `factor` of it more in the last column.
struct NoisyRotation {
  Matrix x, y, noise;
};

NoisyRotation noisy_rotation(std::uint64_t seed, double snr, double factor = 1) {
  const Matrix x = gaussians(kRecords, two_levels(kAttributes, 2, 6, 1), seed).x.array() + 1;
  Matrix y = x * secret_rotation(kAttributes, seed).transpose();
  Vector sd(kAttributes);
  for (Index j = 0; j < kAttributes; ++j) sd(j) = std::sqrt((y.col(j).array() - y.col(j).mean()).square().mean() / snr);
  sd(kAttributes - 1) *= factor;
  y += noise(kRecords, kAttributes, 1, seed + 500) * sd.asDiagonal();
  return {x, y, sd.cwiseAbs2().asDiagonal()};
}

void expect_first(const NoisyFind& found, Index count) {
  EXPECT_EQ(found.reason, "");
  for (Index i = 0; i < count; ++i) EXPECT_EQ(found.row[static_cast<std::size_t>(i)], i);
}

TEST(NoisyPlacement, MisfitIsThatOfTheNearestMotion) {
  const NoisyRotation r = noisy_rotation(1, 30);
  const Matrix rows = r.y.transpose(), known = r.x.topRows(10);
  const std::vector<Index> placed = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  for (const bool translated : {false, true}) {
    const PlacementMisfit misfit(known, rows, {.variance = 0.25, .translated = translated});
    const linalg::Motion motion = linalg::procrustes(known, r.y.topRows(10), {.translated = translated});
    EXPECT_NEAR(misfit.of(placed.data()), linalg::misfit(motion, known, r.y.topRows(10)) / 0.25,
                1e-4);  // roots of rounding errors
  }
}

// The mean over 100 draws of the right placement's misfit is its freedom, to four standard errors of a chi-squared mean and the
// terms of higher order in the noise, a tenth.
TEST(NoisyPlacement, MisfitOfTheRightPlacementIsAboutItsFreedom) {
  for (const Index count : {3, 10}) {
    double sum = 0, freedom = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const Matrix x = noise(count, kAttributes, 1, seed),
                   y = x * secret_rotation(kAttributes, seed).transpose() + noise(count, kAttributes, 0.05, seed + 500);
      std::vector<Index> placed(static_cast<std::size_t>(count));
      for (Index i = 0; i < count; ++i) placed[static_cast<std::size_t>(i)] = i;
      const Matrix rows = y.transpose();
      const PlacementMisfit misfit(x, rows, {.variance = 0.0025, .translated = false});
      sum += misfit.of(placed.data());
      freedom = misfit.freedom();
    }
    EXPECT_NEAR(sum / 100, freedom, 4 * std::sqrt(2 * freedom / 100) + 0.1 * freedom) << count;
  }
}

/// Independent deviations of variance 1, whichever way they are added up: mean products over 4,000 draws, to 4.5 standard
/// errors.
TEST(NoisyPlacement, LawMakesDeviationsIndependent) {
  constexpr Index kDraws = 4000, kPlaced = 4;
  const Matrix x = noise(kPlaced, kAttributes, 1, 7);
  for (const bool translated : {false, true}) {
    const PlacementLaw law(x, 0.04, kAttributes * 0.0016, translated);
    Matrix units(kDraws, law.shown_before(kPlaced));
    for (Index draw = 0; draw < kDraws; ++draw) {
      const Matrix y = x + noise(kPlaced, kAttributes, 0.2, 1000 + static_cast<std::uint64_t>(draw));
      Vector off(units.cols());
      for (Index k = translated ? 1 : 0, at = 0; k < kPlaced; ++k) {
        const Index before = at;
        if (!translated) off(at++) = y.row(k).squaredNorm() - kAttributes * 0.04;
        for (Index i = 0; i < k; ++i) off(at++) = (y.row(k) - y.row(i)).squaredNorm() - 2 * kAttributes * 0.04;
        off.segment(before, at - before) -= law.expected(k);
        units.row(draw).segment(before, at - before) =
            (law.own(k) * off.segment(before, at - before) + law.earlier(k) * off.head(before)).transpose();
      }
    }
    const Matrix products = units.transpose() * units / kDraws;
    // Squares of nearly normal numbers have variance 2; squares of the noise add to it, less than as much again.
    EXPECT_LT((products - Matrix::Identity(units.cols(), units.cols())).cwiseAbs().maxCoeff(), 4.5 * std::sqrt(4.0 / kDraws));
  }
}

TEST(NoisyPlacement, FindsEverybodyWhereNoiseIsATenthOfTheSpread) {
  const NoisyRotation r = noisy_rotation(2, 100);
  const NoisyFind found = find_in_noise(r.x.topRows(9), {.rows = r.y, .noise = r.noise}, random::Rng::from_seed(1));
  expect_first(found, 9);
  EXPECT_LT(found.misfit + 12, found.strangers);
}

// Three to four of them fit hundreds of thousands of rows: the search must rank partial placements by all that is known of how
// their distances are off together.
TEST(NoisyPlacement, FindsTwelveRecordsAmongThousands) {
  constexpr std::uint64_t seed = 22;
  const Matrix x = noise(3000, 10, 1, seed) + noise(3000, 3, 1, seed + 100) * noise(3, 10, 1, seed + 200);
  const double variance = (x.rowwise() - x.colwise().mean()).squaredNorm() / static_cast<double>(x.size()) / 100;
  const Matrix y = x * secret_rotation(10, seed).transpose() + noise(3000, 10, std::sqrt(variance), seed + 300);
  expect_first(
      find_in_noise(x.topRows(12), {.rows = y, .noise = variance * Matrix::Identity(10, 10)}, random::Rng::from_seed(seed)),
      12);
}

TEST(NoisyPlacement, FindsThemWhereColumnsDifferInNoise) {
  const NoisyRotation r = noisy_rotation(3, 200, 3);
  expect_first(find_in_noise(r.x.topRows(9), {.rows = r.y, .noise = r.noise}, random::Rng::from_seed(1)), 9);
}

TEST(NoisyPlacement, FindsThemThroughATranslation) {
  const NoisyRotation r = noisy_rotation(4, 100);
  const Matrix moved = r.y.array() + 20;
  expect_first(find_in_noise(r.x.topRows(10), {.rows = moved, .noise = r.noise, .translated = true}, random::Rng::from_seed(1)),
               10);
}

/// The others follow from those that were searched for.
TEST(NoisyPlacement, PlacesMoreRecordsThanItSearchesFor) {
  const NoisyRotation r = noisy_rotation(5, 200);
  const NoisyFind found = find_in_noise(r.x.topRows(40), {.rows = r.y, .noise = r.noise}, random::Rng::from_seed(1));
  ASSERT_EQ(found.reason, "");
  int right = 0;
  for (Index i = 0; i < 40; ++i) right += found.row[static_cast<std::size_t>(i)] == i ? 1 : 0;
  EXPECT_GE(right, 38);
  EXPECT_LE(found.searched.size(), 16u);
}

TEST(NoisyPlacement, NeverPlacesStrangers) {
  for (std::uint64_t seed = 10; seed < 12; ++seed) {
    const NoisyRotation r = noisy_rotation(seed, seed % 2 == 0 ? 100 : 10);
    const NoisyFind found =
        find_in_noise(r.x.bottomRows(9), {.rows = r.y.topRows(kRecords - 9), .noise = r.noise}, random::Rng::from_seed(seed));
    EXPECT_NE(found.reason, "") << seed;
  }
}

TEST(NoisyPlacement, SaysThatThreeRecordsInMuchNoiseCouldBeAnybody) {
  const NoisyRotation r = noisy_rotation(6, 5);
  EXPECT_NE(find_in_noise(r.x.topRows(3), {.rows = r.y, .noise = r.noise}, random::Rng::from_seed(1)).reason, "");
}

}  // namespace noisy_placement_test
}  // namespace guise::attacks
