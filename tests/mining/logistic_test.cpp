// SPDX-License-Identifier: Apache-2.0
// Expected numbers for X, y = load_iris(return_X_y=True) by Newton's method in NumPy, 40 steps to a gradient of 1e-14. Those of
// scikit-learn 1.2.1 agree as far as it goes: LogisticRegression(C=1/penalty) with solver="newton-cholesky", tol=1e-9 to 1e-10
// (two classes), "newton-cg" to 1e-6, "lbfgs" with any tol to 1e-3, as it stops by the value.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "iris.h"
#include "mining/compare.h"
#include "random/matrices.h"

namespace guise::mining {
namespace logistic_test {

using guise::testing::checked;
using guise::testing::iris;
using guise::testing::moved;
using random::Rng;

Findings run(const Data& data, const std::string& call) {
  const Task& task = find_task("logistic");
  return mine(task, data, checked(task, call), Rng::from_seed(1));
}

double farthest(const Matrix& a, const Matrix& b) {
  return (a - b).cwiseAbs().maxCoeff();
}

TEST(Logistic, GivesTheCoefficientsOfScikitLearnForThreeClasses) {
  Matrix one(3, 5), hundredth(3, 5);                                               // constants first
  one << 9.8495680505, -0.4235099201, 0.9673505796, -2.5171523776, -1.0793366485,  //
      2.2372056322, 0.534461509, -0.3215878552, -0.2063920713, -0.9442984654,      //
      -12.0867736827, -0.1109515889, -0.6457627244, 2.7235444489, 2.0236351139;
  hundredth << 19.9275406026, -0.3917376697, 3.4135838493, -6.4030302119, -3.5101504419,  //
      5.2380345632, 1.3565837492, 0.4446301189, -0.5134166122, -4.4133338971,             //
      -25.1655751658, -0.9648460795, -3.8582139682, 6.9164468241, 7.9234843391;
  const Findings found = run(iris(), "logistic(folds=0)");
  EXPECT_LT(farthest(found.estimates.front().value, one.transpose()), 1e-8);
  EXPECT_EQ(found.estimates.front().error.size(), 0);
  EXPECT_LT(farthest(run(iris(), "logistic(penalty=0.01,folds=0)").estimates.front().value, hundredth.transpose()), 1e-8);
}

TEST(Logistic, GivesTheCoefficientsOfScikitLearnForTwoClasses) {
  const Findings found = run(iris(2), "logistic(folds=0)");
  EXPECT_LT(farthest(found.estimates.front().value,
                     Vector{{-14.4312638971, -0.3944269213, -0.5133297021, 2.9308643702, 2.4170647161}}),
            1e-8);
  EXPECT_EQ(found.estimates.front().columns, std::vector<std::string>{"virginica"});
}

// Newton's method in NumPy, 60 steps: w -= solve(H, Z.T @ (p - t)); errors sqrt(diag(inv(H))).
TEST(Logistic, KnowsStandardErrorsWhereThereIsNoPenalty) {
  const Estimate two = run(iris(2), "logistic(penalty=0,folds=0)").estimates.front();
  EXPECT_LT(farthest(two.value, Vector{{-42.637803813, -2.4652201952, -6.6808870141, 9.4293851539, 18.2861368879}}), 1e-6);
  EXPECT_LT(farthest(two.error, Vector{{25.7076608332, 2.3943010185, 4.4795645666, 4.7372077003, 9.7426121398}}), 1e-4);
}

// Three classes that repeat down the table, told by the first two attributes: softmax in NumPy with the pseudo-inverse of its
// Hessian, and the square roots of the diagonal of that.
TEST(Logistic, KnowsStandardErrorsOfSeveralClasses) {
  Records records{iris().held->rows.leftCols(2)};
  for (int i = 0; i < 150; ++i) records.classes.push_back(i % 3);
  const Data data = in_memory(std::move(records), {"a", "b"}, iris().label);
  Matrix value(3, 3), error(3, 3);
  value << 0.2640461268, -1.1501981126, 0.8861519858, -0.0084094821, -0.0060200227, 0.0144295048, -0.0678263445, 0.3858518178,
      -0.3180254732;
  error << 1.2365484829, 1.2575507147, 1.2395903832, 0.1410780516, 0.1412737653, 0.1417763862, 0.2705808462, 0.2710255418,
      0.2752003783;
  const Estimate found = run(data, "logistic(penalty=0,folds=0)").estimates.front();
  EXPECT_LT(farthest(found.value, value), 1e-8);
  EXPECT_LT(farthest(found.error, error), 1e-8);
}

TEST(Logistic, DoesNotMindWhereAttributesLieOrHowLargeTheyAre) {
  const Data data = iris(2);
  const Findings plain = run(data, "logistic(penalty=0)");
  const Matrix scale = Vector{{1e6, 1, 1e-6, 1}}.asDiagonal();
  const Findings far = run(moved(data, scale, Vector{{1e9, -1e3, 1, 0}}), "logistic(penalty=0)");
  const Vector expected = plain.estimates.front().value.col(0).tail(4);
  EXPECT_LT(farthest(far.estimates.front().value.col(0).tail(4).cwiseProduct(scale.diagonal()), expected), 1e-5);
  EXPECT_EQ(figure(plain, "accuracy"), figure(far, "accuracy"));
}

TEST(Logistic, HasTheSameAccuracyOnRotatedRecords) {
  const Data data = iris();
  Data rotated = moved(data, random::haar_orthogonal(4, Rng::from_seed(3)), Vector{{1, 2, 3, 4}});
  rotated.facts.mixed = true;
  const Findings plain = run(data, "logistic"), masked = run(rotated, "logistic");
  EXPECT_EQ(figure(plain, "accuracy"), figure(masked, "accuracy"));
  EXPECT_GT(figure(plain, "accuracy"), 0.95);
  EXPECT_EQ(masked.notes.size(), plain.notes.size() + 1);
}

TEST(Logistic, RefusesClassesThatCanBeToldWithoutErrorUnlessPenalised) {
  EXPECT_THROW(run(iris(3), "logistic(penalty=0,folds=0)"), Error);  // setosa is apart from the others
  Records apart{Matrix{{1}, {2}, {3}, {4}}};
  apart.classes = {0, 0, 1, 1};
  const Data data = in_memory(std::move(apart), {"a"}, Label{.column = "c", .classes = {"-", "+"}});
  EXPECT_THROW(run(data, "logistic(penalty=0,folds=0)"), Error);
  EXPECT_EQ(run(data, "logistic(folds=0)").model->apply(data.held->rows).leftCols(1), (Matrix{{0}, {0}, {1}, {1}}));
}

TEST(Logistic, NamesAttributesWithoutACoefficientOfTheirOwn) {
  const Data flowers = iris(2);
  Records records = *flowers.held;
  records.rows.col(1).setConstant(7);
  records.rows.col(3) = records.rows.col(0) - 2 * records.rows.col(2);
  const Data data = in_memory(std::move(records), {"a", "b", "c", "d"}, flowers.label);
  const auto sentence = [](const Data& each) -> std::string {
    try {
      run(each, "logistic(penalty=0,folds=0)");
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(sentence(data).find("'b' of the table: constant"), std::string::npos) << sentence(data);
  Records other = *data.held;
  other.rows.col(1) = flowers.held->rows.col(1);
  const Data dependent = in_memory(std::move(other), data.columns, data.label);
  EXPECT_NE(sentence(dependent).find("'a', 'c' and 'd' of the table determine"), std::string::npos) << sentence(dependent);
  EXPECT_GT(figure(run(data, "logistic"), "accuracy"), 0.9);  // a penalty gives every attribute one
}

TEST(Logistic, ComesBackFromItsParametersAndNeverTellsAnAbsentClass) {
  for (const int classes : {2, 3}) {
    Data data = iris(classes);
    data.label->classes.push_back("unseen");
    const Findings found = run(data, "logistic");
    const Model loaded = find_task("logistic").load(nlohmann::json::parse(found.model->parameters->dump()));
    EXPECT_EQ(loaded.apply(data.held->rows), found.model->apply(data.held->rows));
    EXPECT_LT(found.model->apply(data.held->rows).maxCoeff(), classes);
  }
}

TEST(Logistic, LearnsFromOneRecordAndFromEqualOnes) {
  const Label label{.column = "c", .classes = {"-", "+"}};
  EXPECT_EQ(
      run(in_memory({Matrix::Ones(1, 2), {}, {1}}, {"a", "b"}, label), "logistic(folds=0)").model->apply(Matrix::Ones(2, 2)),
      (Matrix{{1, 0, 1}, {1, 0, 1}}));
  const Findings equal = run(in_memory({Matrix::Ones(3, 2), {}, {0, 1, 1}}, {"a", "b"}, label), "logistic(folds=0)");
  EXPECT_NEAR(equal.estimates.front().value(0, 0), std::log(2), 1e-9);
  EXPECT_NO_THROW(
      run(in_memory({Matrix::Random(4, 9), {}, {0, 1, 1, 0}}, std::vector<std::string>(9, "a"), label), "logistic(folds=0)"));
}

}  // namespace logistic_test
}  // namespace guise::mining
