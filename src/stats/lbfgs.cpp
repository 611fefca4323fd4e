// SPDX-License-Identifier: Apache-2.0
#include "stats/lbfgs.h"

#include <algorithm>
#include <deque>
#include <vector>

#include "base/stop.h"

namespace guise::stats {
namespace {

constexpr std::size_t kMemory = 10;
constexpr int kHalvings = 30;
constexpr double kDescent = 1e-4;  // share of the promised descent that a step must bring (Armijo)

struct Move {
  Vector step, change;  // of the point and of the gradient
  double inverse;       // 1 / step'change
};

/// The two-loop recursion: the inverse Hessian that the last moves show, times the gradient.
Vector direction(const std::deque<Move>& moves, const Vector& gradient) {
  Vector out = gradient;
  std::vector<double> weight(moves.size());
  for (std::size_t i = moves.size(); i-- > 0;) {
    weight[i] = moves[i].inverse * moves[i].step.dot(out);
    out -= weight[i] * moves[i].change;
  }
  if (!moves.empty()) out /= moves.back().inverse * moves.back().change.squaredNorm();
  for (std::size_t i = 0; i < moves.size(); ++i)
    out += (weight[i] - moves[i].inverse * moves[i].change.dot(out)) * moves[i].step;
  return -out;
}

}  // namespace

Vector minimize(const Slope& function, Vector at, int steps, const std::function<bool(int, const Vector&)>& look) {
  Vector gradient(at.size()), next_gradient(at.size());
  double value = function(at, gradient);
  std::deque<Move> moves;
  for (int step = 1; step <= steps; ++step) {
    check_stop();
    Vector way = direction(moves, gradient);
    double promise = way.dot(gradient);
    if (!(promise < 0)) moves.clear(), way = -gradient, promise = -gradient.squaredNorm();
    if (!(promise < 0)) return at;
    double length = moves.empty() ? 1 / std::max(1.0, gradient.norm()) : 1;
    Vector next = at + length * way;
    double next_value = function(next, next_gradient);
    for (int i = 0; i < kHalvings && !(next_value <= value + kDescent * length * promise); ++i) {
      length /= 2;
      next = at + length * way;
      next_value = function(next, next_gradient);
    }
    if (!(next_value < value)) return at;
    Move move{next - at, next_gradient - gradient, 0};
    // Without curvature along the step (Wolfe's second condition is not asked for) it says nothing of the Hessian.
    if (const double curvature = move.step.dot(move.change); curvature > 1e-12 * move.change.squaredNorm()) {
      move.inverse = 1 / curvature;
      moves.push_back(std::move(move));
      if (moves.size() > kMemory) moves.pop_front();
    }
    at = std::move(next);
    gradient = next_gradient;
    value = next_value;
    if (!look(step, at)) return at;
  }
  return at;
}

}  // namespace guise::stats
