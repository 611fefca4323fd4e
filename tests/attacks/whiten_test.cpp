// SPDX-License-Identifier: Apache-2.0
// Whitening and matching by distribution: the PCA attack of paper 004, figures 3(a) and 4(a).
#include <gtest/gtest.h>

#include "population_data.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace whiten_test {

using namespace testing;
using random::Rng;

Matrix projection(Index k, Index m, std::uint64_t seed) {
  return random::gaussian_matrix(k, m, Rng::from_seed(seed).fork("projection")) / std::sqrt(static_cast<double>(k));
}

/// Definition 3 of paper 004 as corrected (erratum 52).
double recovery(const Matrix& guess, const Matrix& truth, double tolerance) {
  return ((guess - truth).array().abs() <= tolerance * truth.array().abs()).cast<double>().mean();
}

/// Means .3, .5, .8 and standard deviations s1 (1, .8, .3), Laplace.
Matrix laplaces(double s1, Index rows, std::uint64_t seed) {
  Matrix x(rows, 3);
  for (Index j = 0; j < 3; ++j)
    x.col(j) = Eigen::Vector3d(0.3, 0.5, 0.8)[j] +
               s1 * Eigen::Vector3d(1, 0.8, 0.3)[j] *
                   law_column(random::Law::laplace, rows, seed, static_cast<std::uint32_t>(j)).array();
  return x;
}

// papers.md, figure 3(a) at tolerance .2: PCA .725, .377, .199 for s1 = .1, .4, 1, always below everybody = mean.
TEST(WhitenAttack, RecoversAsMuchAsInFigure3aOfPaper004) {
  for (const auto& [s1, expected] : {std::pair{0.1, 0.725}, {0.4, 0.377}, {1.0, 0.199}}) {
    double rate = 0, constant = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const Matrix x = laplaces(s1, 1000, seed), r = projection(2, 3, seed);
      const Knowledge known = population(laplaces(s1, 1000, seed + 500));
      rate += recovery(reconstruct("whiten", x * r.transpose(), known).values, x, 0.2) / 40;
      constant += recovery(known.sample->colwise().mean().replicate(1000, 1), x, 0.2) / 40;
    }
    EXPECT_NEAR(rate, expected, 0.05) << s1;
    EXPECT_LT(rate, constant) << s1;
  }
}

// papers.md, figure 4(a): PCA .200 and .083 for b = .2 and 1, ten correlated normal attributes from four columns.
TEST(WhitenAttack, RecoversAsMuchAsInFigure4aOfPaper004) {
  for (const auto& [size, expected] : {std::pair{0.2, 0.200}, {1.0, 0.083}}) {
    const double b = size;
    double rate = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Matrix a(10, 10);
      random::fill_uniform(Rng::from_seed(seed), 0, 0, {a.data(), 100});
      const auto table = [&](std::uint64_t draw) {
        const Matrix z = random::gaussian_matrix(1000, 10, Rng::from_seed(draw));
        return Matrix((z * b * a.transpose()).rowwise() + Vector::LinSpaced(10, 0.1, 1).transpose());
      };
      const Matrix x = table(seed), released = x * projection(4, 10, seed).transpose();
      rate += recovery(reconstruct("whiten", released, population(table(seed + 500))).values, x, 0.2) / 20;
    }
    EXPECT_NEAR(rate, expected, 0.06) << b;
  }
}

TEST(WhitenAttack, FindsAttributesThatWereOnlyPermutedScaledAndMirrored) {
  const Matrix x = skewed(4000, 4, 1), sample = skewed(800, 4, 2);
  const Matrix released = x(Eigen::all, std::vector<Index>{3, 1, 0, 2}) * Eigen::Vector4d(2, -5, 0.1, -1).asDiagonal();
  const Outcome outcome = learn_from("pca-ks", released, population(sample));
  EXPECT_TRUE(outcome.reconstruction->notes.empty());
  EXPECT_LT(relative_errors(reconstruct("whiten", released, population(sample)).values, x).maxCoeff(), 0.05);
}

// Whatever is matched, equation (11) gives every attribute its mean and spread.
TEST(WhitenAttack, GivesEveryAttributeItsMeanAndSpread) {
  const Matrix x = skewed(3000, 3, 3).array() * 2 + 7, sample = skewed(700, 3, 4).array() * 2 + 7;
  const Matrix released = x * projection(2, 3, 1).transpose();
  const stats::Moments guess = stats::moments_of(reconstruct("whiten", released, population(sample)).values),
                       wanted = stats::moments_of(sample);
  EXPECT_LT((guess.mean() - wanted.mean()).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_LT((guess.variance() - wanted.variance()).cwiseAbs().maxCoeff(), 2e-3);  // n or n - 1
  EXPECT_EQ(learn_from("whiten", released, population(sample)).reconstruction->notes.back(),
            "2 columns for 3 attributes: some attributes share one");
}

// Step 4 as printed knows no signs: an attribute that was mirrored is not found again.
TEST(WhitenAttack, TakesTheNearestColumnAsItIsWhenAsked) {
  const Matrix x = skewed(4000, 2, 1), released = x * Eigen::Vector2d(2, -5).asDiagonal();
  const Knowledge known = population(skewed(800, 2, 2));
  const Matrix pairs = reconstruct("whiten", released, known).values,
               nearest = reconstruct("whiten(match=nearest)", released, known).values;
  EXPECT_GT(correlation(pairs.col(1), x.col(1)), 0.99);
  EXPECT_GT(correlation(nearest.col(0), x.col(0)), 0.99);
  EXPECT_LT(correlation(nearest.col(1), x.col(1)), 0.1);
}

}  // namespace whiten_test
}  // namespace guise::attacks
