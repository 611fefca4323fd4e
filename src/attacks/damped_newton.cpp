// SPDX-License-Identifier: Apache-2.0
#include "attacks/damped_newton.h"
#include "linalg/solve.h"

#include <cmath>

namespace guise::attacks {
namespace {

constexpr int kMostSteps = 60;
// A step below this share of the point is rounding; damping below this share of the steepness is none.
constexpr double kStill = 1e-13, kUndamped = 1e-9;

/// What is left of the reading at z and, where wanted, the slopes of the reading.
Vector left_of(const DistortionReading& d, const Vector& reading, const Vector& z, Matrix* slopes) {
  Vector units = d.offset + d.weights * z;
  if (slopes) {
    Vector steep = units;
    for (double& u : steep) u = stats::slope(d.f, u);
    if (d.mix.size() > 0)
      *slopes = (d.mix * steep.asDiagonal()) * d.weights;
    else
      *slopes = steep.asDiagonal() * d.weights;
  }
  for (double& u : units) u = stats::activate(d.f, u);
  return d.mix.size() > 0 ? Vector(reading - d.mix * units) : Vector(reading - units);
}

/// The step s with the least |left - J s|^2 / sd^2 + p |z + s|^2 + damping |s|^2, p = 1 with a prior and else 0. With fewer
/// equations than unknowns in the form of a gain, which keeps its digits when sd is small.
Vector step_of(const Matrix& j, const Vector& left, const Vector& z, NewtonGoal goal, double damping) {
  const double p = goal.prior ? 1 : 0, whole = p + damping, noise = square(goal.sd);
  if (j.rows() < j.cols() && whole > 0) {
    const Vector toward = (p / whole) * z;
    Matrix inner = j * j.transpose();
    inner.diagonal().array() += whole * noise;
    return j.transpose() * linalg::solve_symmetric(inner, left + j * toward) - toward;
  }
  Matrix inner = j.transpose() * j;
  inner.diagonal().array() += whole * noise;
  return linalg::solve_symmetric(inner, j.transpose() * left - p * noise * z);
}

double objective_of(const Vector& left, const Vector& z, NewtonGoal goal) {
  return left.squaredNorm() / square(goal.sd) + (goal.prior ? z.squaredNorm() : 0);
}

}  // namespace

NewtonPoint descend(const DistortionReading& d, const Vector& reading, Vector start, NewtonGoal goal) {
  Matrix slopes;
  Vector left = left_of(d, reading, start, &slopes);
  NewtonPoint at{std::move(start), 0, 0, false};
  at.objective = objective_of(left, at.z, goal);
  double share = 1e-3;  // damping, of the mean squared slope
  for (int count = 0; count < kMostSteps && !at.settled; ++count) {
    const double steepness = slopes.squaredNorm() / square(goal.sd) / static_cast<double>(slopes.cols());
    if (!(steepness > 0)) break;  // flat everywhere: nowhere to go
    const Vector step = step_of(slopes, left, at.z, goal, share * steepness), next = at.z + step;
    at.settled = step.norm() <= kStill * (1 + at.z.norm());
    const Vector next_left = left_of(d, reading, next, nullptr);
    const double next_objective = objective_of(next_left, next, goal);
    if (!(next_objective < at.objective)) {
      share = std::max(10 * share, 1e-6);
      continue;
    }
    at.z = next;
    at.objective = next_objective;
    left = left_of(d, reading, at.z, &slopes);
    share = share > kUndamped ? share / 10 : 0;
  }
  at.misfit = left.norm();
  return at;
}

}  // namespace guise::attacks
