// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "iris.h"
#include "mining/compare.h"
#include "mining/regression_fit.h"
#include "random/matrices.h"

namespace guise::mining {
namespace regression_test {

using guise::testing::checked;
using guise::testing::iris;
using random::Rng;

const Task& task() {
  return find_task("regression");
}

Findings run(const Data& data, const std::string& call = "regression(folds=0)") {
  return mine(task(), data, checked(task(), call), Rng::from_seed(1));
}

Data table(Matrix rows, Vector target) {
  std::vector<std::string> names;
  for (Index j = 0; j < rows.cols(); ++j) names.push_back(std::string(1, static_cast<char>('a' + j)));
  return in_memory({std::move(rows), {}, {}, std::move(target)}, names, Label{.column = "t"});
}

/// The width of a petal by the other three numbers.
Data petals() {
  const Matrix rows = iris().held->rows;
  return table(rows.leftCols(3), rows.col(3));
}

/// t = 1 + 2 a - b + e of correlated a and b, with noise of standard deviation `noise` added to both.
Data noisy(Index n, double noise, std::uint64_t seed) {
  const Rng rng = Rng::from_seed(seed);
  Matrix x = random::gaussian_matrix(2, n, rng.fork("x")).transpose();
  x.col(1) = 0.5 * x.col(0) + x.col(1);
  x.col(0).array() += 3;
  const Vector t =
      1 + 2 * x.col(0).array() - x.col(1).array() + random::gaussian_matrix(1, n, rng.fork("e")).transpose().array();
  Data data = table(x + noise * random::gaussian_matrix(2, n, rng.fork("noise")).transpose(), t);
  data.geometry.noise = Vector::Constant(2, square(noise));
  data.facts.noise_covariance = square(noise) * Matrix::Identity(2, 2);
  return data;
}

double farthest(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

std::string sentence(const Data& data, const std::string& call = "regression(folds=0)") {
  try {
    run(data, call);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// numpy.linalg.lstsq(c_[ones(150), X[:, :3]], X[:, 3]); errors sqrt(diag(inv(A'A)) r/146).
TEST(Regression, GivesTheCoefficientsOfNumPy) {
  const Findings found = run(petals());
  ASSERT_EQ(found.estimates.size(), 1u);
  EXPECT_LT(farthest(found.estimates[0].value, Vector{{-0.240307389112, -0.207266073757, 0.222828543861, 0.524083114778}}),
            1e-10);
  EXPECT_LT(farthest(found.estimates[0].error, Vector{{0.178369746304, 0.047506175151, 0.048938039825, 0.024491344017}}),
            1e-10);
  EXPECT_NEAR(figure(found, "R squared"), 0.9378502736046809, 1e-11);
  EXPECT_NEAR(figure(found, "residual standard deviation"), 0.19196706464676103, 1e-11);
}

// Ridge(alpha=10, solver="cholesky") of scikit-learn 1.2.1
TEST(Regression, GivesTheRidgeOfScikitLearn) {
  const Findings found = run(petals(), "regression(ridge=10,folds=0)");
  EXPECT_LT(farthest(found.estimates[0].value, Vector{{-0.41811085435, -0.03576172247, 0.070548550163, 0.428611340772}}),
            1e-10);
}

TEST(Regression, KeepsItsDigitsFarFromZero) {
  const Data plain = petals();
  Matrix far = plain.held->rows * 1e-3;
  far.col(0).array() += 1e4;
  far.col(1) *= 1e9;
  const Findings found = run(table(far, plain.held->target));
  EXPECT_LT(farthest(found.estimates[0].value.bottomRows(3).cwiseProduct(Vector{{1e-3, 1e6, 1e-3}}),
                     run(plain).estimates[0].value.bottomRows(3)),
            1e-8);
}

// beyond.md §4: noise of the size of an attribute halves its coefficient; the corrected one does not know it.
TEST(Regression, CorrectsForErrorsInTheAttributes) {
  const Findings found = run(noisy(20'000, 1, 1));
  ASSERT_EQ(found.estimates.size(), 2u);
  const Estimate& corrected = found.estimates[0];
  const Vector truth{{1, 2, -1}};
  for (Index j = 0; j < 3; ++j) EXPECT_NEAR(corrected.value(j, 0), truth(j), 4 * corrected.error(j, 0)) << j;
  // (S + I)^-1 S (2, -1) with S = [1 .5; .5 1.25].
  EXPECT_NEAR(found.estimates[1].value(1, 0), 14.0 / 17, 4 * found.estimates[1].error(1, 0));
  EXPECT_NEAR(found.estimates[1].value(2, 0), -5.0 / 17, 4 * found.estimates[1].error(2, 0));
  EXPECT_LT(figure(found, "R squared, not corrected"), figure(found, "R squared"));
  EXPECT_NEAR(figure(found, "residual standard deviation"), 1, 0.05);
}

TEST(Regression, KnowsTheStandardErrorsOfCorrectedCoefficients) {
  constexpr int draws = 1500;
  Vector sum = Vector::Zero(3), squares = Vector::Zero(3), errors = Vector::Zero(3);
  for (int draw = 0; draw < draws; ++draw) {
    const Estimate found = run(noisy(2000, 0.8, static_cast<std::uint64_t>(draw) + 10)).estimates.front();
    sum += found.value.col(0);
    squares += found.value.col(0).cwiseAbs2();
    errors += found.error.col(0);
  }
  const Vector spread = ((squares - sum.cwiseAbs2() / draws) / (draws - 1)).cwiseSqrt();
  for (Index j = 0; j < 3; ++j) EXPECT_NEAR(errors(j) / draws / spread(j), 1, 0.06) << j;  // the spread errs by 1.8 %
}

TEST(Regression, SaysWhyItDoesNotCorrect) {
  Data drowned = noisy(200, 30, 1);
  EXPECT_EQ(run(drowned).estimates.size(), 1u);
  EXPECT_EQ(run(drowned).notes.size(), 1u);
  drowned.geometry.noise_known = false;
  EXPECT_EQ(run(drowned).notes.size(), 1u);
  EXPECT_EQ(run(drowned).estimates.size(), 1u);
}

TEST(Regression, FitsMixturesAsWellAsTheOriginals) {
  const Data plain = petals();
  const Matrix q = random::haar_orthogonal(3, Rng::from_seed(2));
  Data mixed = table(plain.held->rows * q, plain.held->target);
  mixed.facts.mixed = true;
  const Findings originals = run(plain), found = run(mixed);
  EXPECT_NEAR(figure(found, "R squared"), figure(originals, "R squared"), 1e-12);
  EXPECT_LT(farthest(found.model->apply(mixed.held->rows), originals.model->apply(plain.held->rows)), 1e-10);
  EXPECT_EQ(found.notes.size(), 1u);
  const Params params = checked(task(), "regression");
  EXPECT_EQ(task().compare({plain, originals, params}, {mixed, found, params}).size(), 2u);
}

// Folds cut from the records, a fit of each and its predictions: what the moments of folds must give.
TEST(Regression, ValidatesByMomentsAsByPredictions) {
  const Data data = petals();
  const Findings found = run(data, "regression(folds=5)");
  double errors = 0;
  const Rng split = Rng::from_seed(1).fork("folds");
  for (int fold = 0; fold < 5; ++fold) {
    const Records training = read(fold_of(data, 5, fold, false, split)), held = read(fold_of(data, 5, fold, true, split));
    const Findings part = run(table(training.rows, training.target));
    errors += (part.model->apply(held.rows) - held.target).squaredNorm();
  }
  EXPECT_NEAR(figure(found, "root mean square error, cross-validated"), std::sqrt(errors / 150), 1e-12);
  EXPECT_GT(figure(found, "R squared, cross-validated"), 0.9);
}

TEST(Regression, ComparesCoefficientsWithThoseOfTheTruth) {
  EXPECT_NEAR(interval_overlap(0.8, 1.2, 0.9, 1.5), 0.625, 1e-12);
  EXPECT_EQ(interval_overlap(0, 1, 2, 3), 0);
  const Data truth = noisy(5000, 0, 1), release = noisy(5000, 1, 1);
  const Findings right = run(truth), found = run(release);
  const Params params = checked(task(), "regression");
  const auto same = task().compare({truth, right, params}, {truth, right, params});
  ASSERT_EQ(same.size(), 6u);
  EXPECT_EQ(same[2].value, 0);
  EXPECT_EQ(same[4].value, 1);
  EXPECT_NEAR(same[5].value, 1, 1e-12);
  const auto agreement = task().compare({truth, right, params}, {release, found, params});
  ASSERT_EQ(agreement.size(), 10u);
  EXPECT_LT(agreement[2].value, agreement[6].value / 5);  // corrected, not corrected
  EXPECT_EQ(agreement[9].value, 0);
}

TEST(Regression, NamesWhatCannotBeTold) {
  const Matrix rows = petals().held->rows;
  const Vector target = petals().held->target;
  Matrix constant = rows, twice = rows;
  constant.col(1).setConstant(0.1);
  twice.col(2) = 3 * twice.col(0).array() - 1;
  EXPECT_NE(sentence(table(constant, target)).find("'b' of the table: constant"), std::string::npos);
  EXPECT_NE(sentence(table(twice, target)).find("'a' and 'c' of the table determine"), std::string::npos);
  EXPECT_NE(sentence(table(rows, Vector::Ones(150))).find("constant; there is nothing"), std::string::npos);
  EXPECT_NE(sentence(table(rows.middleRows(60, 4), target.segment(60, 4))).find("too few"), std::string::npos);
  EXPECT_NE(sentence(table(rows.topRows(1), target.head(1))).find("needs more"), std::string::npos);
  EXPECT_NE(sentence(table(Matrix(3, 0), target.head(3))).find("no attributes"), std::string::npos);
  EXPECT_NE(sentence(petals(), "regression(folds=1)").find("2 folds"), std::string::npos);
  for (const Matrix& each : {constant, twice, Matrix(rows.bottomRows(3))})
    EXPECT_TRUE(run(table(each, target.tail(each.rows())), "regression(ridge=1,folds=3)").estimates[0].value.allFinite());
}

TEST(Regression, ComesBackFromItsParameters) {
  const Data data = petals();
  const Findings found = run(data);
  const Model loaded = task().load(nlohmann::json::parse(found.model->parameters->dump()));
  EXPECT_EQ(loaded.apply(data.held->rows), found.model->apply(data.held->rows));
  EXPECT_LT(std::abs((found.model->apply(data.held->rows) - data.held->target).mean()), 1e-12);
}

}  // namespace regression_test
}  // namespace guise::mining
