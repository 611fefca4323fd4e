// SPDX-License-Identifier: Apache-2.0
#include "linalg/least_l1.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace guise::linalg {
namespace {

// Beyond this many corners looking at each costs a record more than walking to its own: k = 7 of 14 has 750 and is about even.
constexpr std::size_t kMostCorners = 1000;
constexpr Index kStarts = 32;

/// The fractional parts of multiples of an irrational number: spread evenly over [0, 1), no two alike.
double spread(double irrational, Index number) {
  return std::fmod(irrational * static_cast<double>(number + 1), 1.0);
}

/// 1 for every attribute but for the ninth digit: where A's entries are alike (signs) many constraints meet in one corner, and
/// a walk could go around in circles.
Vector tilted_costs(Index attributes) {
  Vector cost(attributes);
  for (Index j = 0; j < attributes; ++j) cost[j] = 1 + 1e-9 * spread(0.6180339887498949, j);
  return cost;
}

/// The same for p and -p: basis in order, each with its sign relative to the first.
std::vector<Index> key_of(const DualVertex& vertex) {
  std::vector<Index> key;
  for (std::size_t i = 0; i < vertex.basis.size(); ++i) key.push_back(2 * vertex.basis[i] + (vertex.sign[i] > 0 ? 1 : 0));
  std::sort(key.begin(), key.end());
  if (key.front() % 2 == 0)
    for (Index& each : key) each ^= 1;
  return key;
}

/// The row whose z, in that column of the tableau, most contradicts the sign its corner stands for; -1: none, z is the answer.
Index most_wrong(const DualVertex& vertex, Index column) {
  const Index k = vertex.tableau.rows();
  constexpr double kZero = 1e-11;  // rounding errors of zeros have signs of their own
  double worst = -kZero * vertex.tableau.col(column).cwiseAbs().maxCoeff();
  Index row = -1;
  for (Index i = 0; i < k; ++i) {
    const double agrees = vertex.sign[static_cast<std::size_t>(i)] * vertex.tableau(i, column);
    if (agrees < worst) worst = agrees, row = i;
  }
  return row;
}

/// The dual simplex method: on to the next corner as long as some z has the wrong sign. The last column is z.
void walk(DualVertex& vertex, const Vector& cost) {
  const Index column = vertex.tableau.cols() - 1;
  // Walks take about k steps. Where rounding would keep one going, z still solves A z = u.
  const Index most = 100 * cost.size();
  for (Index step = 0; step < most; ++step) {
    const Index row = most_wrong(vertex, column);
    if (row < 0) return;
    vertex.cross(row, cost);
  }
}

}  // namespace

LeastL1::LeastL1(const Matrix& a) : a_(a), cost_(tilted_costs(a.cols())) {
  const DualVertex first = first_vertex(a_, cost_);
  list_corners(first);
  if (listed_corners() == 0) choose_starts(first);
}

/// All corners, each from a neighbour; none when they are too many.
void LeastL1::list_corners(const DualVertex& first) {
  std::set<std::vector<Index>> seen = {key_of(first)};
  std::vector<DualVertex> found = {first};
  const Index k = a_.rows();
  for (std::size_t i = 0; i < found.size(); ++i)
    for (Index row = 0; row < k; ++row) {
      DualVertex next = found[i];
      next.cross(row, cost_);
      if (!seen.insert(key_of(next)).second) continue;
      if (seen.size() > kMostCorners) return;
      found.push_back(std::move(next));
    }
  corners_ = CornerList(found);
}

/// The answers for a few u in all directions: from the nearest of them a walk is short.
void LeastL1::choose_starts(const DualVertex& first) {
  const Index k = a_.rows(), m = a_.cols();
  start_corners_.resize(k, kStarts);
  for (Index start = 0; start < kStarts; ++start) {
    Vector z(m);
    for (Index j = 0; j < m; ++j) z[j] = std::tan(3 * spread(0.7548776662466927, start * m + j) - 1.5);  // few large ones
    DualVertex vertex = first;
    vertex.tableau.conservativeResize(k, m + k + 1);
    vertex.tableau.col(m + k) = first.inverse() * (a_ * z);
    walk(vertex, cost_);
    start_corners_.col(start) = vertex.corner();
    starts_.push_back(std::move(vertex));
  }
}

void LeastL1::walk_to_corners(const MatrixRef& right, Eigen::Ref<Matrix> out) const {
  const Index k = a_.rows(), m = a_.cols();
  const Matrix scores = right * start_corners_;
  DualVertex now;
  now.tableau.resize(k, m + 1);
  for (Index i = 0; i < right.rows(); ++i) {
    Index nearest = 0;
    scores.row(i).cwiseAbs().maxCoeff(&nearest);
    const DualVertex& start = starts_[static_cast<std::size_t>(nearest)];
    const double turn = scores(i, nearest) < 0 ? -1 : 1;  // -p is a corner too, and -z the answer to -u
    now.basis = start.basis;
    now.sign = start.sign;
    now.price = start.price.head(m);
    now.tableau.leftCols(m) = start.tableau.leftCols(m);
    now.tableau.col(m).noalias() = start.inverse() * (turn * right.row(i).transpose());
    walk(now, cost_);
    for (Index row = 0; row < k; ++row) out(i, now.basis[static_cast<std::size_t>(row)]) = turn * now.tableau(row, m);
  }
}

Matrix LeastL1::solve(const MatrixRef& right) const {
  Matrix out = Matrix::Zero(right.rows(), a_.cols());
  if (listed_corners() > 0)
    corners_.solve(right, out);
  else
    walk_to_corners(right, out);
  return out;
}

}  // namespace guise::linalg
