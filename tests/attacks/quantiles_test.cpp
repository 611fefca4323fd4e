// SPDX-License-Identifier: Apache-2.0
// Monotone maps of single columns: beyond-2 section 4.3.
#include <gtest/gtest.h>

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "population_data.h"

namespace guise::attacks {
namespace quantiles_test {

using namespace testing;
using random::Rng;

double normal_share(double z) {
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

/// Six dependent attributes: lognormal, normal, whole numbers, half of them zero, uniform, and one that bends away from the
/// first, so that third moments show directions.
Matrix people(Index rows, std::uint64_t seed) {
  Matrix z = random::gaussian_matrix(rows, 6, Rng::from_seed(seed).fork("people"));
  for (Index j = 1; j < 6; ++j) z.col(j) = (0.6 * z.col(j - 1) + 0.8 * z.col(j)).eval();
  Matrix x = z;
  x.col(0) = z.col(0).array().exp();
  x.col(2) = (3 * z.col(2).array() + 10).round();
  x.col(3) = z.col(3).cwiseMax(0).cwiseAbs2();
  x.col(4) = z.col(4).unaryExpr(&normal_share);
  x.col(5) = z.col(5) + 0.5 * z.col(0).cwiseAbs2();
  return x;
}

Knowledge own_columns(const Matrix& sample) {
  Knowledge known;
  known.sample = sample;
  return known;
}

Matrix each(const Matrix& x, const std::function<double(double)>& map) {
  const Matrix z =
      (x.rowwise() - x.colwise().mean()) *
      ((x.rowwise() - x.colwise().mean()).colwise().norm() / std::sqrt(double(x.rows()))).cwiseInverse().asDiagonal();
  return z.unaryExpr(map);
}

Matrix ranks(const Matrix& x) {
  Matrix out(x.rows(), x.cols());
  for (Index j = 0; j < x.cols(); ++j)
    for (Index i = 0; i < x.rows(); ++i)
      out(i, j) = double((x.col(j).array() < x(i, j)).count()) + double((x.col(j).array() == x(i, j)).count() + 1) / 2;
  return out;
}

TEST(QuantilesAttack, UndoesEveryRisingMapAlike) {
  const Matrix x = people(1500, 1);
  const Knowledge known = own_columns(people(500, 2));
  const Matrix guess = reconstruct("quantiles", x, known).values;
  for (const Matrix& released : {ranks(x), each(x, [](double z) { return z * z * z; }),
                                 each(x, [](double z) { return std::exp(z); }), each(x, [](double z) { return std::atan(z); })})
    EXPECT_LT((reconstruct("quantiles", released, known).values - guess).cwiseAbs().maxCoeff(), 1e-9);
  // Of a sample of 500 ranks are off by .02, which the tails of the lognormal and the square feel most.
  EXPECT_LT(relative_errors(guess, x).maxCoeff(), 0.25);
  EXPECT_LT(relative_errors(guess, x).mean(), 0.04);
}

// By hand: the order statistic of the sample at the same share, column by column.
TEST(QuantilesAttack, IsAsGoodAsOrderStatisticsOfTheSample) {
  const Matrix x = people(1500, 3), sample = people(500, 4), y = ranks(x);
  Matrix plain(x.rows(), x.cols());
  for (Index j = 0; j < x.cols(); ++j) {
    Vector sorted = sample.col(j);
    std::sort(sorted.begin(), sorted.end());
    for (Index i = 0; i < x.rows(); ++i) plain(i, j) = sorted[std::min<Index>(499, Index((y(i, j) - 0.5) / 1500 * 500))];
  }
  const Vector theirs = relative_errors(plain, x),
               ours = relative_errors(reconstruct("quantiles", y, own_columns(sample)).values, x);
  for (Index j = 0; j < 6; ++j) EXPECT_LT(ours[j], 1.05 * theirs[j] + 1e-3) << j;
}

TEST(QuantilesAttack, FindsWholeNumbersAndZerosExactly) {
  const Matrix x = people(2000, 5);
  const Matrix guess =
      reconstruct("quantiles", each(x, [](double z) { return std::exp(z); }), own_columns(people(2000, 6))).values;
  EXPECT_GT((guess.col(2).array() == x.col(2).array()).cast<double>().mean(), 0.97);
  const auto zero = (x.col(3).array() == 0).eval();
  EXPECT_GT((zero && guess.col(3).array() == 0).count(), 0.97 * double(zero.count()));
}

// Quarters of a uniform attribute have the means 1/8, 3/8, 5/8, 7/8; the standard error of a quarter's mean in 1000 is .0046.
TEST(QuantilesAttack, GivesClassCodesTheMeanOfTheirClass) {
  const Matrix u = people(4000, 7).col(4), sample = people(1000, 8).col(4);
  const Matrix codes = u.unaryExpr([](double v) { return 10 - 3 * std::floor(4 * (1 - v)); });
  const Matrix guess = reconstruct("quantiles", codes, own_columns(sample)).values;
  for (Index i = 0; i < u.rows(); ++i) EXPECT_NEAR(guess(i, 0), (std::floor(4 * u(i, 0)) + 0.5) / 4, 5 * 0.0046 + 0.01);
}

TEST(QuantilesAttack, FindsOrderAndDirectionsOfTheColumns) {
  const Matrix x = people(3000, 9);
  const std::vector<Index> order = {3, 0, 5, 1, 4, 2};
  const Vector sign = (Vector(6) << 1, -1, -1, 1, 1, -1).finished();
  const Matrix released = Matrix(each(x, [](double z) { return z * z * z + z; })(Eigen::all, order)) * sign.asDiagonal();
  const Knowledge known = population(people(1000, 10));
  EXPECT_LT(relative_errors(reconstruct("quantiles", released, known).values, x).maxCoeff(), 0.25);
  Knowledge ordered = own_columns(people(1000, 10));
  const Matrix turned = each(x, [](double z) { return z * z * z + z; }) * sign.asDiagonal();
  EXPECT_LT(relative_errors(reconstruct("quantiles", turned, ordered).values, x).maxCoeff(), 0.25);
}

TEST(QuantilesAttack, TakesColumnsForRisingWhereNothingTells) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const Matrix x = random::gaussian_matrix(2000, 8, Rng::from_seed(seed)),
                 sample = random::gaussian_matrix(300, 8, Rng::from_seed(100 + seed));
    const Outcome outcome = learn_from("quantiles", each(x, [](double z) { return z * z * z; }), own_columns(sample));
    EXPECT_LT(
        relative_errors(reconstruct("quantiles", each(x, [](double z) { return z * z * z; }), own_columns(sample)).values, x)
            .maxCoeff(),
        0.05);
    const auto& notes = outcome.reconstruction->notes;
    EXPECT_TRUE(
        std::any_of(notes.begin(), notes.end(), [](const auto& note) { return note.starts_with("8 of 8 columns could"); }));
  }
}

/// Normal attributes, each correlated by 0.8 with all others, behind noise and a map that bends.
struct Noisy {
  static Matrix draw(Index n, std::uint64_t seed) {
    const Matrix own = random::gaussian_matrix(n, 5, Rng::from_seed(seed).fork("own"));
    return std::sqrt(0.2) * own +
           (std::sqrt(0.8) * random::gaussian_matrix(n, 1, Rng::from_seed(seed).fork("all"))).replicate(1, 5);
  }
  Matrix x = draw(4000, 1), sample = draw(2000, 2);
  Matrix released = (x + noise(4000, 5, 0.7, 3)).array().sinh();
};

// The best that can be done, with the true moments and without the bend: 1 - diag(S (S + N)^-1 S).
TEST(QuantilesAttack, EstimatesAllColumnsTogetherAsWellAsIfItKnewTheNoise) {
  const Noisy data;
  const Matrix s = Matrix::Constant(5, 5, 0.8) + 0.2 * Matrix::Identity(5, 5), n = 0.49 * Matrix::Identity(5, 5);
  const double best = 1 - (s * (s + n).inverse() * s)(0, 0);
  const Knowledge known = own_columns(data.sample);
  const double plain = relative_errors(reconstruct("quantiles", data.released, known).values, data.x).mean();
  const double joint = relative_errors(reconstruct("quantiles(denoise=yes)", data.released, known).values, data.x).mean();
  EXPECT_GT(plain, 1.5 * best);
  EXPECT_LT(joint, 1.08 * best);
  EXPECT_GT(joint, 0.92 * best);
}

TEST(QuantilesAttack, LeavesExactRanksAsTheyAreWhenItLooksForNoise) {
  const Matrix x = people(2000, 11), sample = people(1000, 12);
  const Vector plain = relative_errors(reconstruct("quantiles", ranks(x), own_columns(sample)).values, x);
  const Vector joint = relative_errors(reconstruct("quantiles(denoise=yes)", ranks(x), own_columns(sample)).values, x);
  EXPECT_LT(joint.mean(), plain.mean() + 0.05);
}

TEST(QuantilesAttack, DrawsTheCurveFromPairsWithoutASample) {
  const Matrix x = people(2000, 13), y = each(x, [](double z) { return -std::exp(2 * z); });
  Knowledge known;
  known.pairs = Pairs{x.topRows(40), y.topRows(40)};
  const Matrix guess = reconstruct("quantiles", y, known).values;
  for (Index j = 0; j < 6; ++j)
    for (Index i = 0; i < 40; ++i) EXPECT_NEAR(guess(i, j), x(i, j), 1e-9) << "a known pair is on the curve";
  EXPECT_LT(relative_errors(guess, x).mean(), 0.1);
  EXPECT_GT(relative_errors(reconstruct("regress", y, known).values, x).mean(), 0.2);
}

TEST(QuantilesAttack, TakesTheDistributionOfKnownRecordsToo) {
  const Matrix x = people(2000, 14);
  Knowledge known;
  known.records = x.topRows(200);
  EXPECT_LT(relative_errors(reconstruct("quantiles", ranks(x), known).values, x).mean(), 0.12);
}

TEST(QuantilesAttack, GivesAConstantColumnTheMeanOfTheAttribute) {
  Matrix x = people(1000, 15), sample = people(300, 16);
  Matrix y = ranks(x);
  y.col(1).setConstant(4);
  sample.col(4).setConstant(0.3);
  const Matrix guess = reconstruct("quantiles", y, own_columns(sample)).values;
  EXPECT_LT((guess.col(1).array() - sample.col(1).mean()).abs().maxCoeff(), 0.01);
  EXPECT_TRUE((guess.col(4).array() == 0.3).all());
}

TEST(QuantilesAttack, SaysWhyItDoesNotLook) {
  const Matrix x = people(100, 17);
  const auto reason = [&](const Knowledge& known) { return learn_from("quantiles", x, known).reason; };
  EXPECT_EQ(learn_from("quantiles", x, {}).lacks, Fact::population);
  Knowledge rotated = population(x);
  rotated.matrix_law = MatrixLaw{.law = "haar", .rows = 6, .columns = 6};
  EXPECT_NE(reason(rotated).find("mixes"), std::string::npos);
  Knowledge fewer = population(x.leftCols(5));
  EXPECT_NE(reason(fewer).find("6 columns"), std::string::npos);
  Knowledge told = own_columns(x);
  told.shape = MaskShape{};
  EXPECT_NE(reason(told).find("card"), std::string::npos);
  EXPECT_NE(reason(own_columns(x.topRows(1))).find("two"), std::string::npos);
}

}  // namespace quantiles_test
}  // namespace guise::attacks
