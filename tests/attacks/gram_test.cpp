// SPDX-License-Identifier: Apache-2.0
// Gram inversion of a non-linear distortion: papers.md's last table.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "distorted.h"
#include "mixed.h"

namespace guise::attacks {
namespace gram_test {

using namespace testing;
using stats::Activation;

/// Normal records of variance 1/4 in three attributes around `center`.
Matrix low_dimensional(Index records, double center, std::uint64_t seed) {
  return 0.5 * random::gaussian_matrix(records, 3, random::Rng::from_seed(seed).fork("records")).array() + center;
}

Knowledge knowing_pairs(const theory::Distortion& law, const Matrix& x, const Matrix& y, Index pairs) {
  Knowledge known = carded(law, x.cols());
  known.pairs = Pairs{x.topRows(pairs), y.topRows(pairs)};
  return known;
}

double error_of_gram(const theory::Distortion& law, const Matrix& x, Index pairs, std::uint64_t seed) {
  const Matrix y = released(drawn(law, x.cols(), seed), x);
  return normalized_error("gram", y, knowing_pairs(law, x, y, pairs), x);
}

// The table says .0097 with 8 known points at 400 units and outputs; here it is .0030 and .0160 (and .0039 with seed 3).
TEST(GramAttack, PlacesRecordsByEightKnownOnes) {
  const theory::Distortion law{.hidden = 400, .out = 400};
  double sum = 0;
  for (const std::uint64_t seed : {1, 2}) sum += error_of_gram(law, low_dimensional(1000, 0, seed), 8, seed);
  EXPECT_LT(sum / 2, 0.015);
  EXPECT_GT(sum / 2, 0.001) << "one draw of 400 units does not tell more";
}

/// Normal numbers that any program can write down: sqrt(-2 ln frac(k^2 sqrt 2)) cos(2 pi frac(k^2 sqrt 3)), k from `start` on,
/// row by row.
Matrix written_down(Index start, Index rows, Index columns) {
  Matrix out(rows, columns);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < columns; ++j) {
      const double k = static_cast<double>(start + i * columns + j), u = k * k * std::sqrt(2.0), v = k * k * std::sqrt(3.0);
      out(i, j) = std::sqrt(-2 * std::log(u - std::floor(u))) * std::cos(2 * std::numbers::pi * (v - std::floor(v)));
    }
  return out;
}

// By NumPy (Hermite series of tanh, bisection, eigh, svd) the points placed are off by .004229 of the variance, the last one at
// (.4329, -.3186, .6551). The guess is the regression on these points, which smooths them a little.
TEST(GramAttack, EqualsAReferenceInNumPy) {
  const stats::DistortionMap map{Activation::tanh, written_down(1, 400, 3), written_down(2001, 400, 1),
                                 written_down(10001, 400, 400), written_down(3001, 400, 1)};
  const Matrix x = 0.5 * written_down(5001, 400, 3), y = released(map, x);
  const Matrix guess = reconstruct("gram", y, knowing_pairs({.hidden = 400, .out = 400}, x, y, 8)).values;
  EXPECT_NEAR(normalized_error(guess, x, 8), 0.00423, 0.001);
  EXPECT_LT((guess.row(399) - Eigen::RowVector3d(0.43289523, -0.31863676, 0.65508743)).norm(), 0.02);
}

TEST(GramAttack, ErrsLessWithMoreUnitsAndOutputs) {
  const Matrix x = low_dimensional(200, 0, 4);
  const double few = error_of_gram({.hidden = 50, .out = 50}, x, 8, 4),
               many = error_of_gram({.hidden = 600, .out = 600}, x, 8, 4);
  EXPECT_LT(many, few / 3);
}

TEST(GramAttack, ReadsEveryFunction) {
  const Matrix x = low_dimensional(150, 0, 5);
  for (const Activation f : {Activation::sigmoid, Activation::identity, Activation::relu, Activation::clip, Activation::step})
    EXPECT_LT(error_of_gram({.f = f, .hidden = 400, .out = 400}, x, 8, 6), 0.2) << stats::facts_of(f).name;
}

TEST(GramAttack, UndoesWhatComesBeforeTheDistortion) {
  const theory::Distortion law{.hidden = 400, .out = 400};
  const Vector units = Eigen::Vector3d(1000, 1, 0.01), center = Eigen::Vector3d(5000, -3, 1);
  const Matrix z = low_dimensional(150, 0, 7), x = (z * units.asDiagonal()).rowwise() + center.transpose();
  const Matrix y = released(drawn(law, 3, 7), z);
  Knowledge known = knowing_pairs(law, x, y, 8);
  known.distorted->before.map = units.cwiseInverse().asDiagonal();
  known.distorted->before.shift = -center.cwiseQuotient(units);
  EXPECT_NEAR(normalized_error("gram", y, known, x), normalized_error("gram", y, knowing_pairs(law, z, y, 8), z), 1e-6);
}

TEST(GramAttack, LeavesDirectionsAtTheMeanThatPairsDoNotShow) {
  const theory::Distortion law{.hidden = 400, .out = 400};
  const Matrix x = low_dimensional(150, 0, 8), y = released(drawn(law, 3, 8), x);
  const Knowledge known = knowing_pairs(law, x, y, 2);
  const Outcome outcome = learn(find_attack("gram"), gather(y, known), known, Params{}, random::Rng::from_seed(1));
  ASSERT_EQ(outcome.reconstruction->notes.size(), 2u);
  EXPECT_EQ(outcome.reconstruction->notes[1], "the pairs determine 1 of 3 directions; the others stay at the mean");
  EXPECT_LT(normalized_error("gram", y, known, x), 1.5);
}

TEST(GramAttack, BeatsRegressionWithFewPairs) {
  const theory::Distortion law{.hidden = 400, .out = 400};
  const Matrix x = low_dimensional(200, 0, 9), y = released(drawn(law, 3, 9), x);
  const Knowledge known = knowing_pairs(law, x, y, 5);
  EXPECT_LT(normalized_error("gram", y, known, x), 0.8 * normalized_error("regress", y, known, x));
}

}  // namespace gram_test
}  // namespace guise::attacks
