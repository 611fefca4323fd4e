// SPDX-License-Identifier: Apache-2.0
// Clipping: a record farther than `radius` from the centre is moved onto the ball around it. Bounds what one record can change,
// which certificates need; so the ball is public and never learnt from the data.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "masks/step.h"

namespace guise::masks::steps {
namespace {

constexpr Param params[] = {
    {.name = "radius", .help = "largest distance from the centre, all attributes together", .positive = true},
    {.name = "center", .help = "of the ball", .kind = Param::Kind::numbers, .fallback = 0},
};

Learn learns(const Params& given) {
  require(given.has("radius"), "step 'clip' needs the size of the ball; give radius=");
  return Learn::nothing;
}

/// Euclidean distances of records from the centre, column by column; through the largest coordinate, so that squares of huge
/// values do not overflow.
Vector distances(const Matrix& values, const Vector& center) {
  Vector largest = Vector::Zero(values.rows()), sum = Vector::Zero(values.rows());
  for (Index j = 0; j < center.size(); ++j) largest = largest.cwiseMax((values.col(j).array() - center[j]).abs().matrix());
  for (Index j = 0; j < center.size(); ++j)
    for (Index i = 0; i < values.rows(); ++i)
      if (largest[i] > 0) sum[i] += square((values(i, j) - center[j]) / largest[i]);
  return largest.array() * sum.array().sqrt();
}

Plan plan(const StepInput& input) {
  const double radius = input.params.number("radius");
  const std::vector<double> values = input.params.numbers("center", input.columns.size());
  const Vector center = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  Plan made;
  made.columns = input.columns;
  made.card.effect = Effect::ball;
  made.card.radius = radius;
  made.card.center = values;
  made.apply = [center, radius](table::Chunk& chunk) {
    const Vector distance = distances(chunk.values, center);
    for (Index j = 0; j < center.size(); ++j)
      for (Index i = 0; i < chunk.records(); ++i)
        if (distance[i] > radius) chunk.values(i, j) = center[j] + (chunk.values(i, j) - center[j]) * (radius / distance[i]);
  };
  return made;
}

}  // namespace

extern const Step clip = {
    .name = "clip", .summary = "move far records onto a ball", .paper = "", .params = params, .learns = learns, .plan = plan};

}  // namespace guise::masks::steps
