// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <numeric>

#include "attacks/column_order.h"
#include "population_data.h"

namespace guise::attacks {
namespace columns_test {

using namespace testing;
using random::Rng;

const std::vector<Index> kOrder = {4, 2, 5, 0, 1, 3};

/// Six skewed attributes, dependent, of different units.
Matrix people(Index rows, std::uint64_t seed) {
  Matrix x = skewed(rows, 6, seed);
  x.col(4) += 0.8 * x.col(0);
  x.col(5) -= 0.5 * x.col(1);
  return (x * (Vector(6) << 1, 20, 0.3, 4, 2, 7).finished().asDiagonal()).rowwise() + Vector::LinSpaced(6, -10, 40).transpose();
}

Matrix permuted(const Matrix& x) {
  return x(Eigen::all, kOrder);
}

TEST(ColumnsAttack, RecoversPermutedColumnsExactly) {
  const Matrix x = people(3000, 1);
  const Knowledge known = population(people(400, 2));
  EXPECT_LT((reconstruct("columns", permuted(x), known).values - x).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_EQ(learn_from("columns", permuted(x), known).reconstruction->notes,
            std::vector<std::string>{"columns fit the sample in the units they have"});
}

TEST(ColumnsAttack, RecoversPermutedColumnsInOtherUnits) {
  const Matrix x = people(3000, 3);
  const Vector scale = (Vector(6) << 3, 0.1, 1e4, 50, 1, 2).finished(), shift = Vector::LinSpaced(6, -5, 1e3);
  const Matrix released = (permuted(x) * scale.asDiagonal()).rowwise() + shift.transpose();
  const Knowledge known = population(people(1000, 4));
  const Matrix guess = reconstruct("columns", released, known).values;
  EXPECT_LT(relative_errors(guess, x).maxCoeff(), 0.02);  // of means and spreads of a sample of 1000
  for (Index j = 0; j < 6; ++j) EXPECT_NEAR(correlation(guess.col(j), x.col(j)), 1, 1e-9);
}

// Normal attributes in standard units have the same distribution each: only their correlations tell them apart.
TEST(ColumnsAttack, TellsNormalColumnsApartByTheirCorrelations) {
  const Matrix root = random::gaussian_matrix(8, 8, Rng::from_seed(5));
  const Matrix x = random::gaussian_matrix(4000, 8, Rng::from_seed(6)) * root;
  const Matrix sample = random::gaussian_matrix(1000, 8, Rng::from_seed(7)) * root;
  const Vector sd = (x.rowwise() - x.colwise().mean()).colwise().norm() / std::sqrt(4000.0);
  const std::vector<Index> order = {7, 3, 1, 0, 5, 2, 6, 4};
  const Matrix released = (x * sd.cwiseInverse().asDiagonal())(Eigen::all, order);
  const Matrix guess = reconstruct("columns", released, population(sample)).values;
  for (Index j = 0; j < 8; ++j) EXPECT_GT(correlation(guess.col(j), x.col(j)), 0.999) << j;
}

TEST(ColumnsAttack, TakesTheNoiseOff) {
  const Matrix x = people(3000, 8);
  const Vector sd = permuted(x.colwise().maxCoeff() - x.colwise().minCoeff()).transpose() / 20;
  const Matrix released = permuted(x) + noise(3000, 6, 1, 8) * sd.asDiagonal();
  Knowledge known = population(people(1000, 9));
  known.matrix_law = MatrixLaw{.law = "permutation", .rows = 6, .columns = 6};
  known.noise_covariance = Matrix(sd.array().square().matrix().asDiagonal());
  const Vector plain = relative_errors(released(Eigen::all, std::vector<Index>{3, 4, 1, 5, 0, 2}), x);
  const Vector guessed = relative_errors(reconstruct("columns", released, known).values, x);
  EXPECT_LT(guessed.mean(), 0.8 * plain.mean());
}

TEST(ColumnsAttack, SaysWhichColumnsItCannotTellApart) {
  const auto table = [](Index rows, std::uint64_t seed) {
    Matrix x = random::gaussian_matrix(rows, 4, Rng::from_seed(seed));
    x.col(2) = x.col(2).array().exp();
    x.col(3) = 5 * x.col(3);
    return x;
  };
  const std::vector<std::string> notes = learn_from("columns", table(1000, 1), population(table(500, 2))).reconstruction->notes;
  EXPECT_EQ(notes.back(), "2 of 4 columns could as well be another attribute");
}

TEST(ColumnsAttack, SaysNothingOfMixtures) {
  Knowledge known = population(people(100, 1));
  EXPECT_EQ(learn_from("columns", people(100, 2).leftCols(5), known).reason,
            "the release has 5 columns and the originals 6: not the same ones in another order");
  known.matrix_law = MatrixLaw{.law = "haar", .rows = 6, .columns = 6};
  EXPECT_EQ(learn_from("columns", people(100, 2), known).reason,
            "the secret matrix mixes attributes, and it takes columns for single ones");
}

TEST(ColumnOrder, HasTheLeastMisfitOfAllOrders) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Matrix distance = random::gaussian_matrix(6, 6, Rng::from_seed(seed)).cwiseAbs();
    const Matrix root = random::gaussian_matrix(6, 6, Rng::from_seed(seed + 100)), z = fisher_z(root * root.transpose());
    const Matrix released = 5 * z, sample = 5 * z(kOrder, kOrder);  // attribute i is column kOrder[i] but for the distances
    const ColumnOrder found = order_columns(distance, released, sample);
    std::vector<Index> order(6);
    std::iota(order.begin(), order.end(), Index{0});
    double least = 1e300;
    do {
      double misfit = 0;
      for (Index i = 0; i < 6; ++i) {
        misfit += square(distance(order[static_cast<std::size_t>(i)], i));
        for (Index l = 0; l < i; ++l)
          misfit += square(released(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(l)]) - sample(i, l));
      }
      least = std::min(least, misfit);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_NEAR(found.misfit, least, 1e-9 * least) << seed;
  }
}

TEST(ColumnOrder, IsNotImprovedByAnyExchange) {
  const Matrix distance = random::gaussian_matrix(7, 7, Rng::from_seed(1)).cwiseAbs();
  const auto z = [](std::uint64_t seed) {
    const Matrix root = random::gaussian_matrix(7, 7, Rng::from_seed(seed));
    return fisher_z(root * root.transpose());
  };
  const Matrix released = z(2), sample = z(3);  // that have nothing to do with each other
  std::vector<Index> order = order_columns(distance, released, sample).column;
  const auto misfit = [&] {
    double sum = 0;
    for (Index i = 0; i < 7; ++i) sum += square(distance(order[static_cast<std::size_t>(i)], i));
    return sum + (released(order, order) - sample).squaredNorm() / 2;
  };
  const double found = misfit();
  EXPECT_NEAR(order_columns(distance, released, sample).misfit, found, 1e-9);
  for (std::size_t a = 0; a < 7; ++a)
    for (std::size_t b = 0; b < a; ++b) {
      std::swap(order[a], order[b]);
      EXPECT_GE(misfit(), found - 1e-9) << a << " " << b;
      std::swap(order[a], order[b]);
    }
}

TEST(FisherZ, IsAtanhOfCorrelations) {
  const Matrix covariance = (Matrix(3, 3) << 4, 3, 0, 3, 9, 0, 0, 0, 0).finished();
  EXPECT_NEAR(fisher_z(covariance)(0, 1), std::atanh(0.5), 1e-12);
  EXPECT_EQ(fisher_z(covariance)(0, 0), 0);
  EXPECT_EQ(fisher_z(covariance)(0, 2), 0);
  EXPECT_TRUE(fisher_z(Matrix::Ones(2, 2)).allFinite());
}

}  // namespace columns_test
}  // namespace guise::attacks
