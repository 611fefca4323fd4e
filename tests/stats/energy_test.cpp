// SPDX-License-Identifier: Apache-2.0
#include "stats/energy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "random/matrices.h"

namespace guise::stats {
namespace energy_test {

Matrix normals(Index rows, Index columns, std::uint64_t seed) {
  return random::gaussian_matrix(rows, columns, random::Rng::from_seed(seed));
}

double slow_mean_distance(const Matrix& a, const Matrix& b) {
  double sum = 0;
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.rows(); ++j) sum += (a.row(i) - b.row(j)).norm();
  return sum / static_cast<double>(a.rows() * b.rows());
}

TEST(EnergyDistance, IsTheDefinition) {
  const Matrix a = normals(61, 3, 1), b = normals(53, 3, 2).array() * 2 + 1;
  EXPECT_NEAR(mean_distance(a, b), slow_mean_distance(a, b), 1e-12);
  EXPECT_NEAR(energy_distance(a, b), 2 * slow_mean_distance(a, b) - slow_mean_distance(a, a) - slow_mean_distance(b, b), 1e-12);
}

TEST(EnergyDistance, IsZeroFromASampleToItselfAndKeepsItsDigitsFarFromTheOrigin) {
  const Matrix a = normals(80, 2, 3), b = normals(80, 2, 4);
  EXPECT_NEAR(energy_distance(a, a), 0, 1e-12);
  EXPECT_NEAR(energy_distance(a.array() + 1e7, b.array() + 1e7), energy_distance(a, b), 1e-7);
}

// In one dimension it is twice the squared area between the distribution functions (Szekely 2003): two points a and b at
// distance d give 2 d.
TEST(EnergyDistance, HasItsKnownValueForTwoPoints) {
  EXPECT_NEAR(energy_distance(Matrix::Constant(1, 1, 3), Matrix::Constant(1, 1, 10)), 14, 1e-12);
}

}  // namespace energy_test
}  // namespace guise::stats
