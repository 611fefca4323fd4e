// SPDX-License-Identifier: Apache-2.0
#include "theory/projection_guesses.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "random/matrices.h"
#include "support/dense.h"

namespace guise::theory {
namespace projection_guesses_test {

TEST(GuessErrors, AreThoseOfTheErrata) {
  const GuessErrors errors = guess_errors(4, 10);
  EXPECT_NEAR(errors.transpose, 2.75, 1e-12);
  EXPECT_NEAR(errors.scaled_transpose, 1 - 4.0 / 15, 1e-12);
  EXPECT_NEAR(errors.minimum_norm, 0.6, 1e-12);
  EXPECT_NEAR(std::sqrt(errors.guessed_matrix - 1), 1.58, 0.005);  // sd of an entry over the rms of the data
}

TEST(GuessErrors, OfOrthonormalRowsLeaveNothingToScale) {
  const GuessErrors errors = guess_errors(4, 10, projection_law("orthonormal"));
  EXPECT_NEAR(errors.scaled_transpose, errors.minimum_norm, 1e-12);
  EXPECT_NEAR(guess_errors(10, 10, projection_law("orthonormal")).transpose, 0, 1e-12);
}

TEST(TransposeVariance, IsThePapersFormula) {
  const Vector x = (Vector(4) << 1, -2, 0.5, 3).finished();
  const Vector found = transpose_variance(x, 5);
  for (Index i = 0; i < 4; ++i) EXPECT_NEAR(found[i], (2 * square(x[i]) + x.squaredNorm() - square(x[i])) / 5, 1e-12);
  EXPECT_NEAR(found.sum(), guess_errors(4, 4).transpose * x.squaredNorm() * 4 / 5, 1e-12);
}

TEST(GuessErrors, AreThoseOfDrawnMatrices) {
  constexpr Index k = 4, m = 10;
  constexpr int draws = 20'000;
  const Vector x = Vector::LinSpaced(m, -2, 3);
  const random::Rng rng = random::Rng::from_seed(3);
  const GuessErrors errors = guess_errors(k, m);
  Matrix found(draws, 4);
  for (std::uint32_t i = 0; i < draws; ++i) {
    const Matrix r = random::gaussian_matrix(k, m, rng.fork("matrix").with_step(i)) / 2.0;  // sqrt(k)
    const Matrix other = random::gaussian_matrix(k, m, rng.fork("guess").with_step(i)) / 2.0;
    const Vector u = r * x, transpose = r.transpose() * u;
    const double best = 1 / (1 + errors.transpose);
    found.row(i) << (transpose - x).squaredNorm(), (best * transpose - x).squaredNorm(),
        (r.transpose() * (testing::inverse(r * r.transpose()) * u) - x).squaredNorm(),
        (other.transpose() * u - x).squaredNorm();
  }
  found /= x.squaredNorm();
  const double expected[] = {errors.transpose, errors.scaled_transpose, errors.minimum_norm, errors.guessed_matrix};
  for (Index j = 0; j < 4; ++j) {
    const double sd = std::sqrt((found.col(j).array() - found.col(j).mean()).square().mean() / draws);
    EXPECT_NEAR(found.col(j).mean(), expected[j], 4.5 * sd) << j;
  }
}

/// All 2 x 2 matrices of signs: half of them have rank 1, so the minimum-norm guess misses a quarter, not nothing.
TEST(GuessErrors, OfMinimumNormAreABoundForSigns) {
  const Vector x = (Vector(2) << 1, 0.3).finished();
  double missed = 0;
  for (int draw = 0; draw < 16; ++draw) {
    Matrix r(2, 2);
    for (int entry = 0; entry < 4; ++entry) r(entry / 2, entry % 2) = draw >> entry & 1 ? 1 : -1;
    const auto decomposed = testing::svd(r);
    for (Index i = 0; i < 2; ++i)
      if (decomposed.values[i] < 1e-9) missed += square(decomposed.v.col(i).dot(x)) / x.squaredNorm() / 16;
  }
  EXPECT_NEAR(missed, 0.25, 1e-12);
  EXPECT_FALSE(projection_law("sign").continuous);
  EXPECT_LE(guess_errors(2, 2, projection_law("sign")).minimum_norm, missed);
}

TEST(GuessErrors, RefuseMoreColumnsThanAttributesAndNone) {
  EXPECT_THROW(guess_errors(11, 10), Error);
  EXPECT_THROW(guess_errors(0, 10), Error);
}

}  // namespace projection_guesses_test
}  // namespace guise::theory
