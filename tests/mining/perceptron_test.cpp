// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "iris.h"
#include "mining/compare.h"
#include "mining/model_json.h"
#include "random/matrices.h"

namespace guise::mining {
namespace perceptron_test {

using guise::testing::checked;
using guise::testing::iris;
using guise::testing::moved;
using random::Rng;

Findings run(const char* name, const Data& data, const std::string& call, std::uint64_t seed = 1) {
  const Task& task = find_task(name);
  return mine(task, data, checked(task, call), Rng::from_seed(seed));
}

Matrix weights_of(const Findings& found) {
  return matrix_from(found.model->parameters->at("weights"));
}

// Perceptron(shuffle=False, max_iter=10, tol=None).fit(X, y) of scikit-learn 1.2.1: every update of it is exact.
TEST(Perceptron, GivesTheWeightsOfScikitLearnInTheOrderOfTheTable) {
  const Findings found = run("perceptron", iris(), "perceptron(epochs=10,shuffle=no,folds=0)");
  Matrix expected(3, 4);
  expected << 1.3, 4.1, -5.2, -2.2, 2.2, -4.3, -10.3, -9.1, -8.3, -3.1, 18.2, 13.2;
  EXPECT_LT((weights_of(found) - expected).norm(), 1e-10);
  EXPECT_LT((vector_from(found.model->parameters->at("intercept")) - Vector{{1, -1, -1}}).norm(), 1e-12);
}

TEST(Perceptron, LearnsTwoClassesAsOneProblemWithOppositeScores) {
  const Findings found = run("perceptron", iris(2), "perceptron(epochs=10,shuffle=no,folds=0)");
  const Matrix weights = weights_of(found);
  EXPECT_LT((weights.row(1) - Matrix{{-8.3, -3.1, 18.2, 13.2}}).norm(), 1e-10);
  EXPECT_EQ(weights.row(0), -weights.row(1));
}

// Paper 000: inner products are all it sees.
TEST(Perceptron, LearnsTheRotatedWeightsFromRotatedRecords) {
  const Data data = iris();
  const Matrix q = random::haar_orthogonal(4, Rng::from_seed(3));
  const Findings plain = run("perceptron", data, "perceptron");
  const Findings masked = run("perceptron", moved(data, q, Vector::Zero(4)), "perceptron");
  EXPECT_LT((weights_of(masked) - weights_of(plain) * q).norm(), 1e-9);
  EXPECT_EQ(figure(plain, "accuracy"), figure(masked, "accuracy"));
}

TEST(Voted, GivesTheSameClassesForRotatedRecords) {
  const Data data = iris();
  const Matrix q = random::haar_orthogonal(4, Rng::from_seed(3));
  const Data rotated = moved(data, q, Vector::Zero(4));
  const Findings plain = run("voted", data, "voted"), masked = run("voted", rotated, "voted");
  EXPECT_EQ(plain.model->apply(data.held->rows), masked.model->apply(rotated.held->rows));
  EXPECT_EQ(figure(plain, "accuracy"), figure(masked, "accuracy"));
}

// papers.md, table IV of paper 000: virginica against the rest, bias, 10 epochs; the table is sorted by species.
TEST(Voted, TellsVirginicaFromTheRestAsInTableFour) {
  double sum = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) sum += figure(run("voted", iris(2), "voted", seed), "accuracy");
  EXPECT_GE(sum / 10, 0.95);
  EXPECT_LE(sum / 10, 0.985);
}

TEST(Voted, TellsThreeSpeciesAndNamesTheLargestClass) {
  const Findings found = run("voted", iris(), "voted(epochs=30)");
  EXPECT_GT(figure(found, "accuracy"), 0.9);
  EXPECT_NEAR(figure(found, "largest class"), 1.0 / 3, 1e-12);
}

// Freund and Schapire (1999), figure 1, by hand: x = (1, 0) +, (0, 1) -, (2, 1) -, (1, 0) + without a bias. v1 = (1, 0) is
// wrong on (0, 1), where it says 0; v2 = (1, -1) lasts one record and is wrong on (2, 1); v3 = (-1, -2) is wrong on (1, 0);
// v4 = (0, -2).
TEST(Voted, CountsTheRecordsEveryVectorSurvives) {
  Records records{Matrix{{1, 0}, {0, 1}, {2, 1}, {1, 0}}};
  records.classes = {1, 0, 0, 1};
  const Data data = in_memory(std::move(records), {"a", "b"}, Label{.column = "c", .classes = {"-", "+"}});
  const Findings found = run("voted", data, "voted(epochs=1,bias=no,shuffle=no,folds=0)");
  const nlohmann::json& problem = found.model->parameters->at("problems").at(0);
  EXPECT_EQ(matrix_from(problem.at("vectors")), (Matrix{{1, 0}, {1, -1}, {-1, -2}, {0, -2}}));
  EXPECT_EQ(vector_from(problem.at("counts")), (Vector{{1, 1, 1, 1}}));
  // (1, 0): votes 1, 1, -1 and 0. (1, 3): 1, -1, -1, -1.
  EXPECT_EQ(found.model->apply(Matrix{{1, 0}, {1, 3}}), (Matrix{{1}, {0}}));
}

TEST(Voted, SumsItsVectorsWhereTheyAreTooManyToVote) {
  const Index n = 30'000;
  Records records{random::gaussian_matrix(n, 2, Rng::from_seed(5))};
  for (Index i = 0; i < n; ++i) records.classes.push_back(i % 2);  // nothing to learn: a mistake in every second record
  const Data data = in_memory(std::move(records), {"a", "b"}, Label{.column = "c", .classes = {"-", "+"}});
  const Findings found = run("voted", data, "voted(epochs=1,folds=0)");
  EXPECT_GT(figure(found, "mistakes per epoch"), 10'000);
  EXPECT_TRUE(found.model->parameters->contains("weights"));
  EXPECT_EQ(found.notes.size(), 2u);  // that, and the order of a table of many blocks
}

TEST(Perceptrons, ComeBackFromTheirParameters) {
  for (const char* name : {"perceptron", "voted"}) {
    const Data data = iris();
    const Findings found = run(name, data, name);
    const Model loaded = find_task(name).load(nlohmann::json::parse(found.model->parameters->dump()));
    EXPECT_EQ(loaded.apply(data.held->rows), found.model->apply(data.held->rows)) << name;
    EXPECT_EQ(*loaded.parameters, *found.model->parameters) << name;
  }
}

TEST(Perceptrons, NeverTellAClassThatWasNotThere) {
  for (const int classes : {2, 3}) {
    Data data = iris(classes);
    data.label->classes.push_back("unseen");
    for (const char* name : {"perceptron", "voted"}) {
      const Findings found = run(name, data, name);
      EXPECT_LT(found.model->apply(data.held->rows).maxCoeff(), classes) << name;
    }
  }
}

TEST(Perceptrons, LearnTheOnlyClassThatIsThere) {
  Data data = iris(2);
  Records records = *data.held;
  records.classes.assign(150, 1);
  data.held = std::make_shared<const Records>(std::move(records));
  for (const char* name : {"perceptron", "voted"}) {
    const Findings found = run(name, data, name);
    EXPECT_EQ(found.model->apply(data.held->rows), Matrix::Ones(150, 1)) << name;
  }
}

TEST(Perceptrons, RefuseWhatCannotBeValidated) {
  Records one{Matrix::Ones(1, 2)};
  one.classes = {0};
  const Data data = in_memory(std::move(one), {"a", "b"}, Label{.column = "c", .classes = {"-", "+"}});
  EXPECT_THROW(run("perceptron", data, "perceptron"), Error);
  EXPECT_NO_THROW(run("perceptron", data, "perceptron(folds=0)"));
  EXPECT_THROW(run("voted", in_memory({Matrix(3, 0), {}, {0, 1, 0}}, {}, data.label), "voted(folds=0)"), Error);
}

}  // namespace perceptron_test
}  // namespace guise::mining
