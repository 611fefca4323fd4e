// SPDX-License-Identifier: Apache-2.0
#include "release/sensitivity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "linalg/spectrum.h"
#include "release/card_steps.h"
#include "release/older_cards.h"

namespace guise::release {
namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// The largest singular value.
double stretch_of(const Matrix& matrix) {
  const Matrix gram = matrix.rows() < matrix.cols() ? Matrix(matrix * matrix.transpose()) : Matrix(matrix.transpose() * matrix);
  return std::sqrt(std::max(0.0, linalg::symmetric_spectrum(gram).values[0]));
}

/// The most that a matrix of this law can stretch a record, whatever is drawn; infinite for normal entries.
double most_stretch(const MatrixLaw& law) {
  const auto k = static_cast<double>(law.rows), m = static_cast<double>(law.columns);
  if (law.turns()) return 1;
  if (law.law == "own") return kUnbounded;
  if (law.law == "orthonormal") return law.scaled ? std::sqrt(m / k) : 1;
  if (law.law == "gaussian") return kUnbounded;
  // Entries are 0 or +-1/sqrt(1 - zeros), scaled: no more than the root of the sum of their squares.
  return (1 + law.spread) * (law.scaled ? 1 / std::sqrt(k) : law.sd) * std::sqrt(k * m / (1 - law.zeros));
}

/// By a linear map of this stretch.
Reach stretched(Reach reach, double stretch, Index columns) {
  reach.diameter *= stretch;
  reach.length *= stretch;
  reach.center = {};
  reach.columns = columns;
  return reach;
}

Reach secret_matrix(const Reach& before, const StepCard& step, const stats::StepSecret& secret) {
  if (step.outputs < 1 || std::isinf(before.diameter)) return stretched(before, 1, std::max<Index>(1, step.outputs));
  const double most = most_stretch(law_of(step, step.outputs, before.columns));
  const bool computed = secret.affine && most != 1;
  const double stretch = computed ? std::min(most, stretch_of(secret.affine->map)) : most;
  Reach after = stretched(before, stretch, step.outputs);
  if (is_own(step)) after.length += computed ? secret.affine->shift.norm() : kUnbounded;
  if (std::isinf(stretch)) after.unknown = fmt::format("how far '{}' stretches records is in the owner's key alone", step.text);
  return after;
}

Reach clip(Reach reach, const StepCard& step) {
  require(step.radius > 0 && static_cast<Index>(step.center.size()) == reach.columns,
          "the card does not say onto which ball '{}' moves records; it was changed or cut off", step.text);
  const double radius = step.radius;
  const Vector center = to_vector(step.center);
  // The nearest point of a ball: no two records move apart.
  reach.center = 2 * radius <= reach.diameter ? center : Vector();
  reach.diameter = std::min(reach.diameter, 2 * radius);
  reach.length = center.norm() + radius;
  reach.unknown.clear();
  return reach;
}

Reach translated(Reach reach) {
  if (std::isfinite(reach.length)) reach.unknown = "a secret translation moved the origin that their length is measured from";
  reach.length = kUnbounded;
  reach.center = {};
  return reach;
}

Reach standardize(const Reach& before, const StepCard& step) {
  const Vector scale = to_vector(step.scale), center = to_vector(step.center);
  Reach after = stretched(before, 1 / scale.minCoeff(), before.columns);
  const bool known = before.center.size() == center.size();
  if (known) after.center = (before.center - center).cwiseQuotient(scale);
  after.length = known ? after.center.norm() + after.diameter / 2 : (before.length + center.norm()) / scale.minCoeff();
  return after;
}

Reach rescaled(const Reach& before, const StepCard& step, const stats::StepSecret& secret) {
  const double high = step.high.empty() ? kUnbounded : to_vector(step.high).maxCoeff();
  return stretched(before, secret.affine ? secret.affine->map.cwiseAbs().maxCoeff() : high, before.columns);
}

Reach mapped(const Reach& before, const StepCard& step) {
  const Matrix map = public_map(step, before.columns);
  Reach after = stretched(before, stretch_of(map), map.rows());
  const Vector offset = public_offset(step, map.rows());
  if (before.center.size() == map.cols()) after.center = map * before.center + offset;
  after.length += offset.norm();
  return after;
}

/// |Q| |W| sup|f'|; and for a bounded f never more than |Q| times the diagonal of the box that f maps into, clipped or not.
Reach distort(const Reach& before, const StepCard& step, const stats::StepSecret& secret) {
  Reach after{.columns = std::max<Index>(1, step.outputs)};
  if (!secret.distortion) {
    after.unknown = fmt::format("how far '{}' stretches records is in the owner's key alone", step.text);
    return after;
  }
  const stats::DistortionMap& map = *secret.distortion;
  const stats::ActivationFacts& f = stats::facts_of(map.f);
  const double q = stretch_of(map.q);
  if (std::isfinite(before.diameter) && std::isfinite(f.steepest))
    after.diameter = before.diameter * q * stretch_of(map.w) * f.steepest;
  const double range = map.f == stats::Activation::sigmoid ? 1 : 2;  // the others run from -1 to 1
  if (f.bounded) after.diameter = std::min(after.diameter, q * range * std::sqrt(static_cast<double>(map.hidden())));
  return after;
}

}  // namespace

Reach after_step(const Reach& before, const StepCard& step, const stats::StepSecret& secret) {
  const auto complete = [&](const std::vector<double>& values) { return static_cast<Index>(values.size()) == before.columns; };
  if (step.effect == Effect::ball) return clip(before, step);
  if (step.effect == Effect::matrix) return secret_matrix(before, step, secret);
  if (step.effect == Effect::shift) return translated(before);
  if (step.effect == Effect::rescale) return rescaled(before, step, secret);
  if (step.effect == Effect::affine && complete(step.center) && complete(step.scale)) return standardize(before, step);
  if (step.effect == Effect::affine && !changes_units(step)) return mapped(before, step);
  if (step.effect == Effect::distortion) return distort(before, step, secret);
  // By factors within 1 +- 2 sd, the same for both of two records.
  if (step.effect == Effect::factor && step.law == "truncated" && complete(step.sd))
    return stretched(before, 1 + 2 * to_vector(step.sd).maxCoeff(), before.columns);
  if (step.effect == Effect::factor && step.law == "ramp" && step.high.size() == 1)
    return stretched(before, 1 + step.high.front(), before.columns);
  if (step.effect == Effect::cells && complete(step.width)) {
    Reach after = stretched(before, 1, before.columns);
    after.diameter += to_vector(step.width).norm();  // each of two values moves by half a cell at most
    after.length += to_vector(step.width).norm() / 2;
    return after;
  }
  // The nearest point of a box: no two records move apart.
  if (step.effect == Effect::limits && complete(step.low) && complete(step.high) && step.digits == 0) {
    Reach after = before;
    const Vector low = to_vector(step.low), high = to_vector(step.high);
    after.center = {};
    after.diameter = std::min(after.diameter, (high - low).norm());
    after.length = low.cwiseAbs().cwiseMax(high.cwiseAbs()).norm();
    after.unknown.clear();
    return after;
  }
  Reach after{.columns = before.columns};
  after.unknown = fmt::format("nothing is known of what '{}' does to records", step.text);
  return after;
}

}  // namespace guise::release
