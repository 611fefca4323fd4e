// SPDX-License-Identifier: Apache-2.0
// Linear support vectors under the hinge loss: the primal problem of equation (8) of Liu, Kargupta and Ryan (2006, paper 000),
// with alpha bounded by the cost, since few tables are separable. Newton's method on the loss with its corner rounded, as in
// Chapelle, "Training a Support Vector Machine in the Primal" (2007), for narrower and narrower corners. The optimum is the one
// of LIBSVM, whose time grows with the square of the records, and without end where attributes differ in size; this is linear
// in the records.
#include <algorithm>
#include <cmath>

#include "linalg/blas.h"
#include "linalg/solve.h"
#include "mining/svm_fit.h"

namespace guise::mining {
namespace {

// The rounded loss is below the true one by at most half a corner for each record on the wrong side: the corner is narrow
// enough where that is this share of the value.
constexpr double kTolerance = 1e-6;
constexpr double kFirstCorner = 2, kNarrower = 0.25, kLastCorner = 1e-10;
constexpr int kMostSteps = 100, kMostHalvings = 60;
// Curvature that is added where no record is on a corner, relative.
constexpr double kRidge = 1e-13;

/// One class against the rest. The loss of a record depends on z = 1 - y (w'x + b): 0 below 0, z^2 / (2 corner) on the corner,
/// z - corner / 2 beyond.
class Search {
 public:
  /// `records`: a standardised record per column and a row of ones; `penalty` of each coefficient's square, 0 for the constant.
  Search(const Matrix& records, const Vector& side, const Vector& penalty, double cost)
      : signed_(records * side.asDiagonal()), penalty_(penalty), cost_(cost), at_(Vector::Zero(records.rows())) {
    for (double corner = kFirstCorner; corner > kLastCorner; corner *= kNarrower) {
      short_ = Vector::Ones(signed_.cols()) - signed_.transpose() * at_;
      for (int step = 0; step < kMostSteps && improve(corner); ++step) {
      }
      if (cost_ * rounded_off(corner) <= kTolerance * value()) return;
    }
  }
  const Vector& at() const { return at_; }

 private:
  double value() const { return at_.cwiseAbs2().dot(penalty_) / 2 + cost_ * short_.cwiseMax(0).sum(); }
  double rounded_off(double corner) const {
    return short_.unaryExpr([corner](double z) { return z <= 0       ? 0
                                                        : z < corner ? z - z * z / (2 * corner)
                                                                     : corner / 2; })
        .sum();
  }
  /// The slope of each record's loss, times the cost: alpha of equation (8).
  Vector alpha(const Vector& z, double corner) const { return cost_ * (z / corner).cwiseMax(0).cwiseMin(1); }

  Vector newton_step(const Vector& gradient, double corner) const {
    std::vector<Index> on_corner;
    for (Index i = 0; i < short_.size(); ++i)
      if (short_[i] > 0 && short_[i] < corner) on_corner.push_back(i);
    const Matrix some = signed_(Eigen::all, on_corner);
    Matrix curvature = cost_ / corner * (some * some.transpose());
    curvature.diagonal() += penalty_;
    curvature.diagonal() += kRidge * curvature.diagonal();
    curvature.diagonal().array() += kRidge * cost_ * static_cast<double>(short_.size());
    return -linalg::solve_symmetric(curvature, gradient);
  }

  /// One step to where the value is least along Newton's direction; false where there is nothing left to gain.
  bool improve(double corner) {
    const Vector slopes = alpha(short_, corner), gradient = penalty_.cwiseProduct(at_) - signed_ * slopes;
    const Vector direction = newton_step(gradient, corner), change = -(signed_.transpose() * direction);
    const double bend = direction.cwiseAbs2().dot(penalty_), start = direction.dot(penalty_.cwiseProduct(at_));
    const auto slope = [&](double t) { return start + t * bend + change.dot(alpha(short_ + t * change, corner)); };
    const double first = slope(0);
    if (!(first < 0) || -first <= kTolerance / 100 * slopes.sum()) return false;
    const auto flat = [&](double found) { return std::abs(found) <= 1e-3 * -first; };
    double low = 0, high = 1, t = 1, found = slope(1);
    for (int i = 0; i < kMostHalvings && !flat(found); ++i) {
      (found < 0 ? low : high) = t;
      t = found < 0 && t == high ? (high *= 2) : (low + high) / 2;  // further out while it still falls, then between
      found = slope(t);
    }
    at_ += t * direction;
    short_ += t * change;
    return true;
  }

  Matrix signed_;  ///< records times their side
  Vector penalty_;
  double cost_;
  Vector at_, short_;  ///< coefficients; what each record's margin is short of 1
};

}  // namespace

LinearScores hinge_svm(const SortedRecords& sorted, double cost) {
  linalg::use_one_blas_thread();
  const Index n = sorted.columns.cols(), m = sorted.columns.rows();
  const Vector center = sorted.columns.rowwise().mean();
  Matrix records(m + 1, n);
  records.topRows(m) = sorted.columns.colwise() - center;
  records.row(m).setOnes();
  Vector penalty = Vector::Zero(m + 1), scale = Vector::Ones(m);
  for (Index j = 0; j < m; ++j) {
    const double sd = std::sqrt(records.row(j).squaredNorm() / static_cast<double>(n));
    if (sd > 0) scale[j] = sd;
    records.row(j) /= scale[j];
    penalty[j] = 1 / (scale[j] * scale[j]);  // |w|^2 in the units of x
  }
  const auto count = static_cast<Index>(sorted.present.size());
  LinearScores out{.weights = Matrix(m, count), .intercept = Vector(count), .classes = sorted.present};
  for (Index k = 0; k < count; ++k) {
    if (count == 2 && k == 1) {  // the other side of the same line
      out.weights.col(1) = -out.weights.col(0);
      out.intercept[1] = -out.intercept[0];
      break;
    }
    Vector side(n);
    for (Index i = 0; i < n; ++i)
      side[i] = sorted.classes[static_cast<std::size_t>(i)] == sorted.present[static_cast<std::size_t>(k)] ? 1 : -1;
    const Vector found = Search(records, side, penalty, cost).at();
    out.weights.col(k) = found.head(m).cwiseQuotient(scale);
    out.intercept[k] = found[m] - out.weights.col(k).dot(center);
  }
  return out;
}

}  // namespace guise::mining
