// SPDX-License-Identifier: Apache-2.0
#include "release/geometry.h"

#include <gtest/gtest.h>

#include "random/laws.h"
#include "random/matrices.h"

namespace guise::release {
namespace {

StepCard noise_step(std::vector<double> sd) {
  return {.step = "noise", .text = "noise", .law = "gaussian", .sd = std::move(sd)};
}
StepCard project_step(std::int64_t k, bool scaled = true, double sd = 1, const char* law = "gaussian") {
  StepCard step{.step = "project", .text = "project", .law = law};
  step.outputs = k;
  step.scaled = scaled;
  step.entry_sd = sd;
  return step;
}
StepCard rotate_step(std::int64_t k) {
  StepCard step{.step = "rotate", .text = "rotate"};
  step.outputs = k;
  return step;
}

Geometry of(std::vector<StepCard> steps, std::size_t attributes, std::size_t columns) {
  Card card;
  for (std::size_t j = 0; j < attributes; ++j) card.attributes.push_back("a" + std::to_string(j));
  for (std::size_t j = 0; j < columns; ++j) card.columns.push_back("y" + std::to_string(j));
  card.steps = std::move(steps);
  return geometry_of(card, facts_from(card));
}

TEST(Geometry, KnowsScaleAndNoiseOfEachColumn) {
  const Geometry plain = of({noise_step({3, 4})}, 2, 2);
  EXPECT_EQ(plain.noise, Eigen::Vector2d(9, 16));
  EXPECT_EQ(plain.scale, 1);
  const Geometry rotated = of({noise_step({3, 4}), rotate_step(2)}, 2, 2);
  EXPECT_EQ(rotated.noise, Eigen::Vector2d(12.5, 12.5));  // the power is spread, not changed
  const Geometry unscaled = of({noise_step({3, 4}), project_step(1, false, 2)}, 2, 1);
  EXPECT_EQ(unscaled.scale, 4);
  EXPECT_EQ(unscaled.noise(0), 100);
  EXPECT_EQ(of({project_step(1, false, 1, "orthonormal")}, 4, 1).scale, 0.25);
}

TEST(Geometry, SaysWhatIsLost) {
  StepCard translate{.step = "translate", .text = "translate"}, scale{.step = "scale", .text = "scale"};
  const Geometry moved = of({rotate_step(2), translate}, 2, 2);
  EXPECT_NE(moved.no_products, "");
  EXPECT_EQ(moved.no_distances, "");
  const Geometry rescaled = of({scale}, 2, 2);
  EXPECT_NE(rescaled.no_products, "");
  EXPECT_NE(rescaled.no_distances, "");
}

/// What 4000 draws of matrix and noise give of one pair, beside what errors_of tells.
class Draws : public ::testing::TestWithParam<const char*> {};

TEST_P(Draws, MissTheOriginalsByTheStatedErrors) {
  constexpr Index m = 12, k = 6;
  constexpr int draws = 4000;
  const std::string law = GetParam();
  const bool orthonormal = law == "orthonormal";
  Vector x(m), y(m);
  for (Index j = 0; j < m; ++j) {
    x(j) = std::sin(static_cast<double>(j));
    y(j) = std::cos(2.0 * static_cast<double>(j)) + x(j);
  }
  const double sd = 0.3;
  const Geometry geometry = of({project_step(k, true, 1, law.c_str()), noise_step(std::vector<double>(k, sd))}, m, k);
  const NoiseShare share = noise_share(geometry, 0, 1);
  const Pair truth{x.squaredNorm(), y.squaredNorm(), x.dot(y)};
  const PairErrors stated = errors_of(geometry, truth, share, share, false);
  Matrix miss(draws, 3);
  for (int i = 0; i < draws; ++i) {
    const random::Rng rng = random::Rng::from_seed(static_cast<std::uint64_t>(i));
    const Matrix matrix = orthonormal ? Matrix(std::sqrt(double(m) / k) * random::haar_orthogonal(m, rng).topRows(k))
                                      : Matrix(random::gaussian_matrix(k, m, rng) / std::sqrt(double(k)));
    const Matrix noise = sd * random::gaussian_matrix(k, 2, rng.fork("noise"));
    const Vector u = matrix * x + noise.col(0), v = matrix * y + noise.col(1);
    const Pair found = debiased(geometry, {u.squaredNorm(), v.squaredNorm(), u.dot(v)}, share, share);
    miss.row(i) << found.xx - truth.xx, found.xy - truth.xy, found.square_distance() - truth.square_distance();
  }
  const double expected[] = {stated.xx, stated.xy, stated.square_distance};
  for (Index j = 0; j < 3; ++j) {
    const double mean = miss.col(j).mean(), variance = (miss.col(j).array() - mean).square().sum() / (draws - 1);
    EXPECT_LT(std::abs(mean), 3 * expected[j] / std::sqrt(double(draws))) << j;
    EXPECT_NEAR(std::sqrt(variance) / expected[j], 1, 0.06) << j;  // 6 % of the sd is 12 % of the variance: three of its errors
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, Draws, ::testing::Values("gaussian", "orthonormal"));

}  // namespace
}  // namespace guise::release
