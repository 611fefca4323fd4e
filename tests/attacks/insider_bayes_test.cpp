// SPDX-License-Identifier: Apache-2.0
// `bayes` with the matrix known: paper 004, section 6, with noise, mixtures, known columns and second releases.
#include <gtest/gtest.h>

#include "attacks/insider.h"
#include "german.h"
#include "mixtures.h"
#include "random/laws.h"
#include "spiked.h"
#include "support/dense.h"

namespace guise::attacks::testing {
namespace insider_bayes_test {

using guise::testing::inverse;

/// Equation (9): (Theta, I) Omega^-1 (S^-1 mu; u) with Omega = (R' S^-1; 0 R), as printed.
Matrix block_system(const Matrix& y, const Matrix& r, const Vector& mean, const Matrix& covariance) {
  const Index k = r.rows(), m = r.cols();
  const Matrix precision = inverse(covariance);
  Matrix omega = Matrix::Zero(m + k, m + k), right(m + k, y.rows());
  omega.topLeftCorner(m, k) = r.transpose();
  omega.topRightCorner(m, m) = precision;
  omega.bottomRightCorner(k, m) = r;
  right.topRows(m) = (precision * mean).replicate(1, y.rows());
  right.bottomRows(k) = y.transpose();
  return (inverse(omega) * right).bottomRows(m).transpose();
}

/// Paper 004, section 7.3: ten attributes, S = A A' with A uniform in [0, b], means .1 to 1.
struct Figure4a {
  Figure4a(double b, std::uint64_t seed) : matrix(random::gaussian_matrix(4, 10, random::Rng::from_seed(seed).fork("R"))) {
    Matrix a(10, 10);
    random::fill_uniform(random::Rng::from_seed(seed).fork("A"), 0, 0, {a.data(), 100});
    root = b * a;
    x = random::gaussian_matrix(400, 10, random::Rng::from_seed(seed).fork("x")) * root.transpose();
    x.rowwise() += mean.transpose();
  }
  Vector mean = Vector::LinSpaced(10, 0.1, 1);
  Matrix matrix, root = {}, x = {};
  Matrix covariance() const { return root * root.transpose(); }
  Matrix guess() const { return reconstruct("bayes", mixed(x, matrix), insider(matrix, mean, covariance())).values; }
};

TEST(InsiderBayes, SolvesTheBlockSystemOfThePaper) {
  const Figure4a wide(0.5, 1);
  EXPECT_LT(difference(wide.guess(), block_system(mixed(wide.x, wide.matrix), wide.matrix, wide.mean, wide.covariance())),
            1e-7);
  const Matrix r = random::gaussian_matrix(2, 3, random::Rng::from_seed(2)), x = german_stand_in(300, 2), y = mixed(x, r);
  const Matrix guess = reconstruct("bayes", y, insider(r, german_mean(), german_covariance())).values;
  EXPECT_LT(difference(guess, block_system(y, r, german_mean(), german_covariance())), 1e-7);
  EXPECT_LT((mixed(guess, r) - y).cwiseAbs().maxCoeff(), 1e-9);  // and keeps to the release
}

// Levels of papers.md, fig 4a at epsilon .2, +-.06; here 30 matrices each.
TEST(InsiderBayes, MeetsFigure4a) {
  const double expected[] = {0.786, 0.602, 0.450, 0.403, 0.383, 0.374}, b[] = {0.1, 0.2, 0.4, 0.6, 0.8, 1};
  for (std::size_t i = 0; i < 6; ++i) {
    double rate = 0;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const Figure4a each(b[i], 100 + seed);
      rate += recovery(each.guess(), each.x, 0.2) / 30;
    }
    EXPECT_NEAR(rate, expected[i], 0.06) << b[i];
  }
}

// Fig 4b on the real file: two attributes are found, the third is returned near its mean.
TEST(InsiderBayes, MeetsFigure4bOnTheGermanCreditFile) {
  const std::optional<Matrix> x = german_credit();
  if (!x) GTEST_SKIP() << "no data folder: set GUISE_DATA to the one with german_credit.csv";
  const double expected[] = {0.55, 0.62, 0.67, 0.75, 0.90, 0.96}, epsilon[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5};
  Vector rate = Vector::Zero(6), per_attribute = Vector::Zero(3);
  constexpr int kMatrices = 60;
  for (std::uint64_t seed = 0; seed < kMatrices; ++seed) {
    const Matrix r = random::gaussian_matrix(2, 3, random::Rng::from_seed(seed));
    Knowledge known = insider(r);
    known.sample = *x;
    const Matrix guess = reconstruct("bayes", mixed(*x, r), known).values;
    for (Index i = 0; i < 6; ++i) rate(i) += recovery(guess, *x, epsilon[i]) / kMatrices;
    for (Index j = 0; j < 3; ++j) per_attribute(j) += recovery(guess.col(j), x->col(j), 0.2) / kMatrices;
  }
  for (Index i = 0; i < 6; ++i) EXPECT_NEAR(rate(i), expected[i], i == 0 ? 0.14 : 0.06) << epsilon[i];
  EXPECT_GE(per_attribute(0), 0.9);
  EXPECT_GE(per_attribute(1), 0.9);
  EXPECT_LE(per_attribute(2), 0.15);
}

// mse is tr(S - S H'(H S H' + E)^-1 H S) / m, and the credible intervals say so.
TEST(InsiderBayes, LeavesTheTheoreticalErrorBehindNoiseAndKnowsIt) {
  const Gaussians data = gaussians(20'000, two_levels(6, 2, 9, 1), 3);
  const Matrix h = projection(3, 6, 3), e = 0.3 * Matrix::Identity(3, 3),
               y = mixed(data.x, h) + noise(20'000, 3, std::sqrt(0.3), 3);
  Knowledge known = insider(h, Vector::Zero(6), data.covariance);
  known.channel->covariance = e;
  known.channel->shift = Eigen::Vector3d(5, -7, 2);
  const Matrix moved = y.rowwise() + known.channel->shift.transpose();
  const Guess guess = reconstruct("bayes", moved, known, {}, {}, random::Rng::from_seed(0), true);
  const Matrix s = data.covariance, explained = s * h.transpose() * inverse(h * s * h.transpose() + e) * h * s;
  expect_error(guess.values, data.x, (s - explained).trace() / 6);
  EXPECT_LT(difference(guess.sd->row(5).transpose().cwiseAbs2(), (s - explained).diagonal()), 1e-9);
  // A matrix told by hand and noise told by the card are the same knowledge.
  Knowledge apart = known;
  apart.channel->covariance = {};
  apart.noise_covariance = e;
  EXPECT_LT(difference(reconstruct("bayes", moved, apart).values, guess.values), 1e-12);
}

// Beyond section 1.12: k1 + k2 >= m and both matrices known; also with rows to spare.
TEST(InsiderBayes, FindsEveryRecordFromTwoProjectionsTogether) {
  const Gaussians data = gaussians(200, two_levels(7, 2, 9, 1), 4);
  for (const Index k2 : {3, 6}) {
    const Matrix first = projection(4, 7, 5), second = projection(k2, 7, 6);
    Knowledge known = insider(first, Vector::Constant(7, 0.5), data.covariance);
    known.second_release = true;
    known.second_channel = linalg::Affine{second, Vector::Ones(k2), Matrix::Zero(k2, k2)};
    const Matrix other = mixed(data.x, second).array() + 1;
    const Guess guess = reconstruct("bayes", mixed(data.x, first), known, {}, other, random::Rng::from_seed(0), true);
    EXPECT_LT(mean_square(guess.values - data.x) / mean_square(data.x), 1e-24);
    EXPECT_LT(guess.sd->maxCoeff(), 1e-5);
    known.second_channel = linalg::Affine{second, {}, {}};  // told by hand
    const Guess again = reconstruct("bayes", mixed(data.x, first), known, {}, mixed(data.x, second));
    EXPECT_LT(mean_square(again.values - data.x) / mean_square(data.x), 1e-24);
  }
}

TEST(InsiderBayes, TakesASecondReleaseThroughTheSameMatrixAsHalfTheNoise) {
  const Gaussians data = gaussians(500, two_levels(4, 1, 9, 1), 7);
  const Matrix h = projection(3, 4, 7), first = mixed(data.x, h) + noise(500, 3, 1, 8),
               second = mixed(data.x, h) + noise(500, 3, 1, 9);
  Knowledge known = insider(h, Vector::Zero(4), data.covariance), half = known;
  known.channel->covariance = known.noise_covariance.emplace(Matrix::Identity(3, 3));
  half.channel->covariance = 0.5 * Matrix::Identity(3, 3);
  known.second_release = true;
  EXPECT_LT(difference(reconstruct("bayes", first, known, {}, second).values,
                       reconstruct("bayes", (first + second) / 2, half).values),
            1e-9);
}

TEST(InsiderBayes, KnownColumnsCountAsRowsOfTheMatrix) {
  const Gaussians data = gaussians(300, two_levels(5, 2, 9, 1), 10);
  const Matrix h = projection(3, 5, 10), y = mixed(data.x, h);
  Knowledge known = insider(h, Vector::Zero(5), data.covariance);
  known.known_columns = {4};
  Matrix more(4, 5);
  more << h, Matrix::Identity(5, 5).row(4);
  Matrix seen(300, 4);
  seen << y, data.x.col(4);
  const Guess one = reconstruct("bayes", y, known, data.x.col(4), {}, random::Rng::from_seed(0), true);
  EXPECT_LT(difference(one.values, block_system(seen, more, Vector::Zero(5), data.covariance)), 1e-7);
  EXPECT_EQ(one.values.col(4), data.x.col(4));
  EXPECT_EQ(one.sd->col(4).maxCoeff(), 0);
  known.known_columns = {4, 1};  // as many equations as attributes
  Matrix both(300, 2);
  both << data.x.col(4), data.x.col(1);
  EXPECT_LT(mean_square(reconstruct("bayes", y, known, both).values - data.x), 1e-22);
}

// Two clusters: a mixture fitted to other people's records tells on which side the unseen attribute is.
TEST(InsiderBayes, SeesClustersWithAMixturePrior) {
  const auto people = [](Index n, std::uint64_t seed) {
    Matrix x = 0.5 * random::gaussian_matrix(n, 4, random::Rng::from_seed(seed));
    for (Index i = 0; i < n; ++i) x.row(i) += (i % 2 == 0 ? 3.0 : -3.0) * Eigen::RowVector4d(1, 1, 0, 1);
    x.col(2) += x.col(0).cwiseAbs();  // bound to the others by more than covariance
    return x;
  };
  const Matrix x = people(2000, 11), h = projection(2, 4, 12);
  Knowledge known = insider(h);
  known.sample = people(2000, 13);
  const auto error = [&](const char* spec) { return mean_square(reconstruct(spec, mixed(x, h), known).values - x); };
  EXPECT_LT(error("bayes(prior=mixture)"), 0.7 * error("bayes"));
  const Guess guess = reconstruct("bayes(prior=mixture)", mixed(x, h), known, {}, {}, random::Rng::from_seed(0), true);
  const double claimed = mean_square(*guess.sd), actual = mean_square(guess.values - x);
  EXPECT_NEAR(claimed, actual, 0.15 * actual);
}

TEST(InsiderBayes, SaysWhyItSaysNothing) {
  const Matrix h = projection(2, 3, 14), y = noise(50, 2, 1, 14);
  const Knowledge known = insider(h, Vector::Zero(3), Matrix::Identity(3, 3));
  EXPECT_NE(learn_from("bayes(prior=debiased)", y, known).reason.find("no noise in it to correct"), std::string::npos);
  EXPECT_NE(learn_from("bayes(prior=mixture)", y, known).advised().find("‘knows=sample=FILE’"), std::string::npos);
  Knowledge zero = insider(Matrix::Zero(2, 3), Vector::Zero(3), Matrix::Identity(3, 3));
  EXPECT_NE(learn_from("bayes", y, zero).reason.find("every entry of the matrix is 0"), std::string::npos);
}

// Moments from fewer records than attributes, constant attributes, repeated rows: never a blow-up.
TEST(InsiderBayes, StaysNearTheDataWithSingularMomentsAndMatrices) {
  const Matrix x = gaussians(400, two_levels(8, 3, 4, 1), 15).x;
  Matrix h = projection(5, 8, 15);
  h.row(4) = h.row(0) - h.row(1);
  Knowledge known = insider(h);
  known.sample = x.topRows(4);
  known.sample->col(2).setConstant(1);
  const Matrix guess = reconstruct("bayes", mixed(x, h), known).values;
  EXPECT_TRUE(guess.allFinite());
  EXPECT_LT(rms(guess), 10 * rms(x));
  const auto notes = learn_from("bayes", mixed(x, h), known).reconstruction->notes;
  EXPECT_NE(notes[0].find("has rank 4"), std::string::npos);
}

/// With one equation fewer than attributes: all solutions are x0 + t v, H v = 0, and the likeliest has
/// t = -v' S^-1 x0 / v' S^-1 v, of variance 1 / v' S^-1 v. In standard units, where S is a correlation matrix C.
struct OnALine {
  Matrix likeliest;
  Vector sd;
};
OnALine on_a_line(const Matrix& y, const Matrix& h, const Vector& sd, const Matrix& correlation) {
  const Index m = h.cols();
  Matrix square(m, m);
  square << h, Eigen::RowVectorXd::Unit(m, m - 1);  // the smallest attribute is t
  const Matrix back = inverse(square), precision = inverse(correlation);
  const Vector v = back.col(m - 1).cwiseQuotient(sd);
  const Matrix x0 = y * back.leftCols(m - 1).transpose() * sd.cwiseInverse().asDiagonal();
  const double curve = v.dot(precision * v);
  const Vector t = -(x0 * (precision * v)) / curve;
  return {(x0 + t * v.transpose()) * sd.asDiagonal(), back.col(m - 1).cwiseAbs() / std::sqrt(curve)};
}

// Spreads that differ by 1e7: H S H' loses the small ones to rounding, its root does not.
TEST(InsiderBayes, KeepsSmallAttributesBesideLargeOnes) {
  const Vector sd = (Vector(4) << 1e7, 1e4, 30, 1).finished();
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Gaussians data = gaussians(400, two_levels(4, 2, 4, 1), 20 + seed);
    const Matrix x = data.x * sd.asDiagonal(), covariance = sd.asDiagonal() * data.covariance * sd.asDiagonal();
    const Matrix h = projection(3, 4, 20 + seed);
    const Guess guess =
        reconstruct("bayes", mixed(x, h), insider(h, Vector::Zero(4), covariance), {}, {}, random::Rng::from_seed(0), true);
    const OnALine expected = on_a_line(mixed(x, h), h, sd, data.covariance);
    for (Index j = 0; j < 4; ++j) {
      const double size = std::sqrt(covariance(j, j));
      EXPECT_LT((guess.values - expected.likeliest).col(j).cwiseAbs().maxCoeff(), 1e-6 * size) << seed << " " << j;
      EXPECT_NEAR((*guess.sd)(0, j), expected.sd(j), 1e-6 * size) << seed << " " << j;
    }
    const Matrix square = projection(4, 4, 30 + seed);  // as many equations as unknowns: exact, however small
    const Matrix all = reconstruct("bayes", mixed(x, square), insider(square, Vector::Zero(4), covariance)).values;
    EXPECT_LT(((all - x) * sd.cwiseInverse().asDiagonal()).cwiseAbs().maxCoeff(), 1e-5) << seed;
  }
}

}  // namespace insider_bayes_test
}  // namespace guise::attacks::testing
