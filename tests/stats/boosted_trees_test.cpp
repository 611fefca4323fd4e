// SPDX-License-Identifier: Apache-2.0
#include "stats/boosted_trees.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "random/laws.h"
#include "random/matrices.h"

namespace guise::stats {
namespace boosted_trees_test {

constexpr Index kRows = 4000, kHeld = 1000;

Matrix normals(Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(kRows + kHeld, columns, random::Rng::from_seed(seed).fork("records"));
}

/// Share of the truth's variance that is left in the rows that were held back.
double left(const Matrix& features, const Vector& truth, const Vector& noisy, const TreeRules& rules) {
  const Cells cells = TreeCells(features).of(features);
  const Cells seen = cells.topRows(kRows), held = cells.bottomRows(kHeld);
  const Vector target = noisy.head(kRows), held_target = noisy.tail(kHeld), held_truth = truth.tail(kHeld);
  const BoostedTrees trees({seen, target, held, held_target}, rules);
  return (held_truth - trees.predict(held)).squaredNorm() / (held_truth.array() - held_truth.mean()).square().sum();
}

/// Steps behind as much noise as they vary themselves: eight levels of 500 rows each leave 8 / 4000 of the noise, and where
/// exactly the steps are is what costs more.
TEST(BoostedTrees, FollowSteps) {
  const Matrix x = normals(3, 1);
  const Vector steps = (x.col(0).array() > 0.3).cast<double>() + 2 * (x.col(2).array() > -0.5).cast<double>();
  const Vector noise = std::sqrt((steps.array() - steps.mean()).square().mean()) * normals(1, 2).col(0);
  EXPECT_LT(left(x, steps, steps + noise, kFewCuts), 0.05);
  EXPECT_LT(left(x, steps, steps + noise, kManyCuts), 0.05);
}

/// Missing values go where they belong: those of the first column are the high ones.
TEST(BoostedTrees, MissingValuesAreAValue) {
  Matrix x = normals(2, 3);
  Vector truth(kRows + kHeld);
  for (Index i = 0; i < truth.size(); ++i) {
    truth[i] = i % 3 == 0 ? 4 : std::tanh(x(i, 0));
    if (i % 3 == 0) x(i, 0) = std::numeric_limits<double>::quiet_NaN();
  }
  EXPECT_LT(left(x, truth, truth + 0.5 * normals(1, 4).col(0), kFewCuts), 0.02);
}

TEST(BoostedTrees, NothingIsLearntFromNoise) {
  const Vector noise = normals(1, 6).col(0);
  EXPECT_NEAR(left(normals(4, 5), noise, noise, kFewCuts), 1, 0.01);
}

/// Cells of a column with few values are its values; a value that was not seen is in the cell of the nearest.
TEST(TreeCells, FewValuesHaveACellEach) {
  const Matrix column{{1.0}, {5.0}, {1.0}, {9.0}, {5.0}};
  const TreeCells cells(column);
  const Matrix others{{0.0}, {2.9}, {3.1}, {5.0}, {100.0}, {std::numeric_limits<double>::quiet_NaN()}};
  const Cells found = cells.of(others);
  EXPECT_EQ(found(0, 0), 0);
  EXPECT_EQ(found(1, 0), 0);
  EXPECT_EQ(found(2, 0), 1);
  EXPECT_EQ(found(3, 0), 1);
  EXPECT_EQ(found(4, 0), 2);
  EXPECT_EQ(found(5, 0), TreeCells::kMissing);
}

TEST(TreeCells, ManyValuesShareCellsEvenly) {
  const Matrix column = normals(1, 7);
  const Cells found = TreeCells(column).of(column);
  std::vector<int> counts(static_cast<std::size_t>(TreeCells::kMost), 0);
  for (Index i = 0; i < found.rows(); ++i) ++counts[found(i, 0)];
  EXPECT_LT(*std::max_element(counts.begin(), counts.end()), 3 * (kRows + kHeld) / TreeCells::kMost);
  EXPECT_GT(*std::min_element(counts.begin(), counts.end()), 0);
}

}  // namespace boosted_trees_test
}  // namespace guise::stats
