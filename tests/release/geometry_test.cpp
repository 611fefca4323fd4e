// SPDX-License-Identifier: Apache-2.0
#include "release/geometry.h"

#include <gtest/gtest.h>

namespace guise::release {
namespace geometry_test {

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

TEST(Geometry, KeepsTheErrorsApartThatAProjectionMultiplies) {
  const Geometry all = of({noise_step({3, 4, 0}), project_step(2), noise_step({1, 1})}, 3, 2);
  ASSERT_EQ(all.projections.size(), 1u);
  EXPECT_EQ(all.projections[0].before.power, 25);
  EXPECT_EQ(all.projections[0].before.squares, 81 + 256);
  EXPECT_EQ(all.behind->power, 2);
  EXPECT_NEAR(all.noise.sum(), 25 + 2, 1e-12);  // of a released record: those before come through on average
}

TEST(Geometry, ARotationKeepsWhatErrorsDoToLengths) {
  const Geometry turned = of({noise_step({3, 4}), rotate_step(2), noise_step({1, 1})}, 2, 2);
  // E = Q diag(9, 16) Q' + I: tr E = 27, tr E^2 = 81 + 256 + 2 * 25 + 2, tr E^3 = 10^3 + 17^3.
  EXPECT_NEAR(turned.behind->power, 27, 1e-12);
  EXPECT_NEAR(turned.behind->squares, 100 + 289, 1e-12);
  EXPECT_NEAR(turned.behind->cubes, 1000 + 4913, 1e-9);
}

TEST(Geometry, PartsOfARecordErrAtMostLikeAProjectionToTheFewerNumbers) {
  Geometry a = of({project_step(4)}, 6, 4);
  join_geometry(a, of({project_step(3), noise_step({1, 1, 1})}, 5, 3));
  ASSERT_EQ(a.projections.size(), 1u);
  EXPECT_EQ(a.projections[0].k, 3);
  EXPECT_EQ(a.behind->power, 3);
}

}  // namespace geometry_test
}  // namespace guise::release
