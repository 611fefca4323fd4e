// SPDX-License-Identifier: Apache-2.0
#include "attacks/distortion_fit.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "linalg/solve.h"
#include "random/matrices.h"

namespace guise::attacks {
namespace {

// Starts that are tried, so many at a time; the first round with an exact fit ends the search.
constexpr int kRounds = 4, kAtOnce = 4;
// Multiplications that one start may take, and steps.
constexpr double kBudget = 4e9;
constexpr int kMostSteps = 200;
// A misfit below this is rounding error; progress below that share of the misfit is none.
constexpr double kExact = 1e-20, kProgress = 1e-6;
// Outer weights are held back by so little that only directions which the pairs leave open feel it.
constexpr double kOuter = 1e-12;

/// Everything in units in which it has variance 1.
struct Problem {
  stats::Activation f;
  Matrix inputs;   // records x (attributes + 1): standardised, and ones
  Matrix outputs;  // records x outputs, standardised
  Vector weight;   // attributes + 1: 1 / variance that the law gives a weight, times the pull
  double total;    // squares of the outputs
  Index records() const { return inputs.rows(); }
};

/// Where the search stands: inner weights, and what follows from them.
struct Point {
  Matrix inner;          // hidden x (attributes + 1)
  Matrix units, slopes;  // records x (hidden + 1), the last one 1; records x hidden
  Matrix normal;         // units' units, held back
  Matrix outer;          // (hidden + 1) x outputs
  Matrix left;           // records x outputs
  double objective = 0;
};

Point at(const Problem& p, Matrix inner) {
  const Index h = inner.rows();
  Point out{.inner = std::move(inner),
            .units = Matrix::Ones(p.records(), h + 1),
            .slopes = {},
            .normal = {},
            .outer = {},
            .left = {}};
  Matrix sums = p.inputs * out.inner.transpose();
  out.slopes = sums.unaryExpr([f = p.f](double u) { return stats::slope(f, u); });
  stats::activate(p.f, sums);
  out.units.leftCols(h) = sums;
  out.normal = out.units.transpose() * out.units;
  out.normal.diagonal().array() += kOuter * static_cast<double>(p.records());
  out.outer = linalg::solve_symmetric(out.normal, out.units.transpose() * p.outputs);
  out.left = p.outputs - out.units * out.outer;
  out.objective = out.left.squaredNorm() + (out.inner.cwiseAbs2() * p.weight.asDiagonal()).sum();
  return out;
}

/// Gradient and Gauss-Newton matrix of the inner weights, row by row of `inner`. Outer weights follow: what they can make up
/// for is taken off (a Schur complement). With G = Q'Q the outputs drop out, however many they are.
struct Quadratic {
  Matrix matrix;
  Vector gradient;
};

Quadratic quadratic(const Problem& p, const Point& point) {
  const Index h = point.inner.rows(), d = point.inner.cols();
  const Matrix q = point.outer.topRows(h), inner_products = q * q.transpose();
  Matrix rows(p.records(), h * d);  // slope of unit u times input i
  for (Index u = 0; u < h; ++u) rows.middleCols(u * d, d) = point.slopes.col(u).asDiagonal() * p.inputs;
  const Matrix cross = rows.transpose() * point.units;
  Matrix all = rows.transpose() * rows - cross * linalg::solve_symmetric(point.normal, cross.transpose());
  const Matrix back = (point.left * q.transpose()).cwiseProduct(point.slopes);  // records x hidden
  const Matrix gradient = back.transpose() * p.inputs - point.inner * p.weight.asDiagonal();
  for (Index u = 0; u < h; ++u)
    for (Index v = 0; v < h; ++v) all.block(u * d, v * d, d, d) *= inner_products(u, v);
  Quadratic out{.matrix = std::move(all), .gradient = Vector(h * d)};
  for (Index u = 0; u < h; ++u) {
    out.gradient.segment(u * d, d) = gradient.row(u).transpose();
    out.matrix.diagonal().segment(u * d, d) += p.weight;
  }
  return out;
}

int affordable_steps(const Problem& p, Index hidden) {
  const double weights = static_cast<double>(hidden * p.inputs.cols());
  const double work = weights * weights * (static_cast<double>(p.records()) + weights / 3);
  return static_cast<int>(std::clamp(kBudget / work, 10.0, static_cast<double>(kMostSteps)));
}

Point descend(const Problem& p, Matrix start) {
  Point point = at(p, std::move(start));
  const int steps = affordable_steps(p, point.inner.rows());
  double damping = 1e-2;
  int slow = 0;
  for (int step = 0; step < steps && point.left.squaredNorm() > kExact * p.total && slow < 8; ++step) {
    Quadratic local = quadratic(p, point);
    const double size = local.matrix.diagonal().mean();
    if (!(size > 0)) break;
    bool moved = false;
    for (int attempt = 0; attempt < 8 && !moved; ++attempt) {
      Matrix held = local.matrix;
      held.diagonal() += damping * (local.matrix.diagonal().array() + 1e-6 * size).matrix();
      const Vector move = linalg::solve_symmetric(held, local.gradient);
      const Matrix by = Eigen::Map<const Matrix>(move.data(), point.inner.cols(), point.inner.rows()).transpose();
      Point next = at(p, point.inner + by);
      moved = next.objective < point.objective;
      damping = moved ? std::max(damping / 5, 1e-12) : damping * 5;
      if (!moved) continue;
      slow = point.objective - next.objective < kProgress * point.objective ? slow + 1 : 0;
      point = std::move(next);
    }
    if (!moved) break;
  }
  return point;
}

/// Units of inputs and outputs.
struct Units {
  Vector center, scale, out_center, out_scale;

  static Vector spread(const Matrix& rows, const Vector& center) {
    Vector out = (rows.rowwise() - center.transpose()).colwise().norm() / std::sqrt(static_cast<double>(rows.rows()));
    for (double& each : out) each = each > 0 ? each : 1;
    return out;
  }
  explicit Units(const DistortedPairs& pairs)
      : center(pairs.inputs.colwise().mean()),
        scale(spread(pairs.inputs, center)),
        out_center(pairs.outputs.colwise().mean()),
        out_scale(spread(pairs.outputs, out_center)) {}

  Problem problem(const theory::Distortion& law, const DistortedPairs& pairs, double pull) const {
    const Index m = center.size();
    Problem out{.f = law.f, .inputs = Matrix::Ones(pairs.inputs.rows(), m + 1), .outputs = {}, .weight = {}, .total = 0};
    out.inputs.leftCols(m) = (pairs.inputs.rowwise() - center.transpose()) * scale.cwiseInverse().asDiagonal();
    out.outputs = (pairs.outputs.rowwise() - out_center.transpose()) * out_scale.cwiseInverse().asDiagonal();
    out.total = out.outputs.squaredNorm();
    Vector variance(m + 1);
    variance << (law.sw * scale).cwiseAbs2(), square(law.sa) + square(law.sw) * center.squaredNorm();
    out.weight = variance.cwiseMax(1e-12).cwiseInverse() * pull * out.total / static_cast<double>(m + 1);
    return out;
  }
  /// Inner weights [W, A] of records in their own units, and back.
  Matrix into(const Matrix& w, const Vector& a) const {
    Matrix out(w.rows(), w.cols() + 1);
    out << w * scale.asDiagonal(), a + w * center;
    return out;
  }
  stats::DistortionMap back(stats::Activation f, const Point& point) const {
    const Index h = point.inner.rows(), m = center.size();
    const Matrix w = point.inner.leftCols(m) * scale.cwiseInverse().asDiagonal();
    return {.f = f,
            .w = w,
            .a = point.inner.col(m) - w * center,
            .q = out_scale.asDiagonal() * point.outer.topRows(h).transpose(),
            .b = out_center + out_scale.cwiseProduct(point.outer.row(h).transpose())};
  }
};

DistortionFit finished(const theory::Distortion& law, const Units& units, const Problem& problem, const Point& point) {
  return {units.back(law.f, point), problem.total > 0 ? point.left.squaredNorm() / problem.total : 0};
}

}  // namespace

DistortionFit fit_distortion(const theory::Distortion& law, Index hidden, const DistortedPairs& pairs, double pull,
                             const random::Rng& rng) {
  const Units units(pairs);
  const Problem problem = units.problem(law, pairs, pull);
  std::optional<Point> best;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<std::optional<Point>> tried(kAtOnce);
    tbb::parallel_for(0, kAtOnce, [&](int i) {
      const random::Rng own = rng.fork(fmt::format("start {}", round * kAtOnce + i));
      const Matrix w = law.sw * random::gaussian_matrix(hidden, pairs.inputs.cols(), own.fork("w"));
      const Vector a = law.sa * random::gaussian_matrix(hidden, 1, own.fork("a"));
      tried[static_cast<std::size_t>(i)] = descend(problem, units.into(w, a));
    });
    for (auto& each : tried)
      if (each->left.allFinite() && (!best || each->objective < best->objective)) best = std::move(each);
    if (best && best->left.squaredNorm() <= kExact * problem.total) break;
  }
  if (!best) return {.map = {}, .misfit = 1};
  return finished(law, units, problem, *best);
}

DistortionFit refit_distortion(const theory::Distortion& law, const stats::DistortionMap& start, const DistortedPairs& pairs,
                               double pull) {
  const Units units(pairs);
  const Problem problem = units.problem(law, pairs, pull);
  return finished(law, units, problem, descend(problem, units.into(start.w, start.a)));
}

double misfit_of(const stats::DistortionMap& map, const DistortedPairs& pairs, const Vector& means) {
  Matrix expected(pairs.outputs.rows(), pairs.outputs.cols());
  map.apply(pairs.inputs, expected);
  const double spread = (pairs.outputs.rowwise() - means.transpose()).squaredNorm();
  return spread > 0 ? (pairs.outputs - expected).squaredNorm() / spread : 0;
}

}  // namespace guise::attacks
