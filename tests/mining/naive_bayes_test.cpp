// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mining/compare.h"
#include "mining/two_records.h"

namespace guise::mining {
namespace naive_bayes_test {

using random::Law;
using random::Rng;

const Task& task() {
  return find_task("naive-bayes");
}
Params params(const std::string& call) {
  return check_params(task().params, parse_call(call), "task");
}
Findings found_in(const Data& data, const std::string& call) {
  return mine(task(), data, params(call), Rng::from_seed(1));
}

// The first ten records of each species: sklearn.datasets.load_iris, rows 0-9, 50-59, 100-109.
constexpr double kIris[30][4] = {
    {5.1, 3.5, 1.4, 0.2}, {4.9, 3, 1.4, 0.2},   {4.7, 3.2, 1.3, 0.2}, {4.6, 3.1, 1.5, 0.2}, {5, 3.6, 1.4, 0.2},
    {5.4, 3.9, 1.7, 0.4}, {4.6, 3.4, 1.4, 0.3}, {5, 3.4, 1.5, 0.2},   {4.4, 2.9, 1.4, 0.2}, {4.9, 3.1, 1.5, 0.1},
    {7, 3.2, 4.7, 1.4},   {6.4, 3.2, 4.5, 1.5}, {6.9, 3.1, 4.9, 1.5}, {5.5, 2.3, 4, 1.3},   {6.5, 2.8, 4.6, 1.5},
    {5.7, 2.8, 4.5, 1.3}, {6.3, 3.3, 4.7, 1.6}, {4.9, 2.4, 3.3, 1},   {6.6, 2.9, 4.6, 1.3}, {5.2, 2.7, 3.9, 1.4},
    {6.3, 3.3, 6, 2.5},   {5.8, 2.7, 5.1, 1.9}, {7.1, 3, 5.9, 2.1},   {6.3, 2.9, 5.6, 1.8}, {6.5, 3, 5.8, 2.2},
    {7.6, 3, 6.6, 2.1},   {4.9, 2.5, 4.5, 1.7}, {7.3, 2.9, 6.3, 1.8}, {6.7, 2.5, 5.8, 1.8}, {7.2, 3.6, 6.1, 2.5}};

Data iris() {
  Records records{Matrix(30, 4)};
  for (int i = 0; i < 30; ++i) {
    for (int j = 0; j < 4; ++j) records.rows(i, j) = kIris[i][j];
    records.classes.push_back(i / 10);
  }
  return in_memory(std::move(records), {"a", "b", "c", "d"}, Label{"species", {"setosa", "versicolor", "virginica"}});
}

/// Class 0 lies at -3 and 3, class 1 between: no Gaussian tells them apart. A second attribute says little.
Data two_sides(Index n, std::uint64_t seed) {
  Records records{Matrix(n, 2)};
  Vector u(n);
  const auto size = static_cast<std::size_t>(n);
  random::fill_uniform(Rng::from_seed(seed), 0, 0, {u.data(), size});
  random::fill_normal(Rng::from_seed(seed), 1, 0, {records.rows.col(0).data(), size});
  random::fill_normal(Rng::from_seed(seed), 2, 0, {records.rows.col(1).data(), size});
  records.rows.col(0) *= 0.7;
  for (Index i = 0; i < n; ++i) {
    records.classes.push_back(u[i] < 0.5 ? 0 : 1);
    if (u[i] < 0.5) records.rows(i, 0) += u[i] < 0.25 ? -3 : 3;
    if (u[i] < 0.5) records.rows(i, 1) += 0.5;
  }
  return in_memory(std::move(records), {"side", "other"}, Label{"class", {"out", "in"}});
}

Data noisy(const Data& data, Law law, double sd) {
  Records records = *data.held;
  for (Index j = 0; j < records.rows.cols(); ++j)
    random::add_noise(law, Rng::from_seed(77), static_cast<std::uint32_t>(j), 0, sd,
                      {records.rows.col(j).data(), static_cast<std::size_t>(records.rows.rows())});
  Data out = in_memory(std::move(records), data.columns, data.label);
  out.facts.noise_law = law;
  out.facts.noise_covariance = Matrix(square(sd) * Matrix::Identity(out.held->rows.cols(), out.held->rows.cols()));
  out.geometry.noise.setConstant(square(sd));
  return out;
}

Data as_if_plain(const Data& data) {
  return in_memory(*data.held, data.columns, data.label);
}

TEST(NaiveBayes, WithGaussiansSaysWhatScikitLearnSays) {
  // GaussianNB().fit(X, y).predict(grid), X, y as above: 29 of 30 right, and on the line below.
  const Data data = iris();
  const Model model = *found_in(data, "naive-bayes(model=gaussian, folds=0)").model;
  EXPECT_NEAR(accuracy_on(data, model), 29.0 / 30, 1e-12);
  constexpr int kSaid[] = {0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2};
  for (int i = 0; i < 20; ++i) {
    const Matrix row = (Matrix(1, 4) << 5 + 0.1 * i, 3 - 0.05 * i, 2 + 0.2 * i, 0.3 + 0.1 * i).finished();
    EXPECT_EQ(model.apply(row)(0, 0), kSaid[i]) << i;
  }
  EXPECT_EQ(nlohmann::json(model.parameters->at("mean")[1][2]).get<double>(), 4.37);
}

TEST(NaiveBayes, TellsShapesThatAGaussianCannot) {
  const Data data = two_sides(5000, 3);
  const double density = figure(found_in(data, "naive-bayes"), "accuracy");
  EXPECT_GT(density, 0.975);  // the best rule on the first attribute alone: 1 - Phi(-1.5 / .7), .984 on either side
  EXPECT_NEAR(figure(found_in(data, "naive-bayes"), "largest class"), 0.5, 0.03);
}

TEST(NaiveBayes, LearntFromNoiseTellsOriginalsNearlyAsIfLearntFromThem) {
  // As much noise as attributes spread. The same learner without knowing of the noise draws its borders too far out.
  const Data truth = two_sides(20'000, 4);
  for (const Law law : {Law::gaussian, Law::uniform, Law::laplace}) {
    const Data release = noisy(truth, law, 2);
    const Findings found = found_in(release, "naive-bayes(folds=0, records=original)");
    const Findings naive = found_in(as_if_plain(release), "naive-bayes(folds=0, records=original)");
    const double right = accuracy_on(truth, *found.model), blunt = accuracy_on(truth, *naive.model);
    EXPECT_GT(right, 0.96) << static_cast<int>(law);
    EXPECT_GT(right, blunt + 0.01) << static_cast<int>(law);
  }
}

TEST(NaiveBayes, TellsReleasedRecordsByTheNoisyLikelihood) {
  // By the true densities with the noise added, the best there is; borders for originals do worse on noisy records.
  const Data release = noisy(two_sides(20'000, 5), Law::gaussian, 2);
  double best = 0;
  const double spread = square(0.7) + 4, second = 1 + 4;
  for (Index i = 0; i < release.held->rows.rows(); ++i) {
    const double y = release.held->rows(i, 0), z = release.held->rows(i, 1);
    const auto bell = [&](double centre) { return std::exp(-square(y - centre) / (2 * spread)); };
    const double out = 0.5 * (bell(-3) + bell(3)) * std::exp(-square(z - 0.5) / (2 * second));
    best += (out > bell(0) * std::exp(-square(z) / (2 * second)) ? 0 : 1) == release.held->classes[static_cast<std::size_t>(i)];
  }
  best /= 20'000;
  const Findings found = found_in(release, "naive-bayes(folds=5)");
  EXPECT_NEAR(figure(found, "accuracy"), best, 0.01);
  const Model other = *found_in(release, "naive-bayes(folds=0, records=original)").model;
  EXPECT_LT(accuracy_on(release, other), figure(found, "accuracy") - 0.005);
}

TEST(NaiveBayes, ComesBackFromItsParametersAsItWas) {
  const Data release = noisy(two_sides(2000, 6), Law::laplace, 1);
  for (const char* call : {"naive-bayes(folds=0)", "naive-bayes(folds=0, records=original)",
                           "naive-bayes(folds=0, model=gaussian)", "naive-bayes(folds=0, model=gaussian, records=original)"}) {
    const Model model = *found_in(release, call).model;
    const Model again = task().load(nlohmann::json::parse(model.parameters->dump()));
    EXPECT_TRUE(model.classes);
    EXPECT_EQ(model.apply(release.held->rows), again.apply(release.held->rows)) << call;
    EXPECT_EQ(*model.parameters, *again.parameters);
  }
}

TEST(NaiveBayes, ComparesWhatBothSayOfTheOriginals) {
  const Data truth = two_sides(5000, 7), release = noisy(truth, Law::gaussian, 1.5);
  const Params given = params("naive-bayes(folds=3)");
  const Findings right = found_in(truth, "naive-bayes(folds=3)"), found = found_in(release, "naive-bayes(folds=3)");
  const auto compared = task().compare({truth, right, given}, {release, found, given});
  ASSERT_EQ(compared.size(), 6U);
  EXPECT_LT(compared[2].value, 0.95);  // of telling noisy records
  EXPECT_GT(compared[5].value, 0.97);  // of telling originals
  EXPECT_LE(compared[5].value, 1.01);
}

TEST(NaiveBayes, SurvivesConstantsFewRecordsAndAbsentClasses) {
  for (const char* model : {"density", "gaussian"})
    for (const Index n : {3, 40}) {
      Records records{Matrix::Constant(n, 2, 7)};
      for (Index i = 0; i < n; ++i) records.classes.push_back(i == 0 ? 1 : 0);
      const Data data = in_memory(std::move(records), {"a", "b"}, Label{"class", {"x", "y", "never"}});
      for (const Data& each : {data, noisy(data, Law::gaussian, 1)}) {
        const Findings found = found_in(each, fmt::format("naive-bayes(model={}, folds=0)", model));
        const Matrix all = found.model->apply(each.held->rows), said = all.leftCols(1);
        EXPECT_TRUE(all.rightCols(3).rowwise().sum().isOnes(1e-9)) << "probabilities";
        EXPECT_TRUE(((said.array() == 0) || (said.array() == 1)).all());
      }
    }
}

TEST(NaiveBayes, RefusesMixturesAndDataWithoutALabel) {
  Data data = two_sides(100, 8);
  data.facts.mixed = true;
  EXPECT_THROW(found_in(data, "naive-bayes"), Error);
  data.facts.mixed = false;
  data.label.reset();
  EXPECT_THROW(found_in(data, "naive-bayes"), Error);
}

}  // namespace naive_bayes_test
}  // namespace guise::mining
