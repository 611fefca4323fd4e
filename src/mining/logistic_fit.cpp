// SPDX-License-Identifier: Apache-2.0
#include "mining/logistic_fit.h"

#include <cmath>

#include "base/error.h"
#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "mining/independent.h"
#include "mining/logistic_sums.h"

namespace guise::mining {
namespace {

constexpr int kMostPasses = 100, kMostHalvings = 30;
constexpr double kRounding = 1e-13;  // of a value, relative
// Newton's decrement, twice the descent that is left, over the value: the last step then errs by its square.
constexpr double kTolerance = 1e-10;
// The Hessian of more coefficients than this takes 32 MiB, and every block has one on its way to the sum.
constexpr Index kMostCoefficients = 2000;
// Curvature per record, at attributes of variance 1, of a direction in which the likelihood still rises for ever.
constexpr double kFlat = 1e-9;

/// One Newton search in standardised attributes.
class Search {
 public:
  Search(const Data& data, const LearningUnits& known, double penalty)
      : data_(data), known_(known), at_(Matrix::Zero(known.center.size() + 1, known.problems())) {
    // w = v / scale, so a penalty on w weighs v by 1 / scale^2; the constant, last, is free.
    weight_ = Vector::Zero(at_.rows());
    weight_.head(known.center.size()) = penalty * known.scale.cwiseAbs2().cwiseInverse();
  }

  void run() {
    sums_ = sums_at(at_);
    for (int passes = 1; passes < kMostPasses; ++passes) {
      const Vector step = linalg::solve_symmetric(sums_.hessian, sums_.gradient);
      const double decrement = step.dot(sums_.gradient);
      const Matrix next = at_ - step.reshaped(at_.rows(), at_.cols());
      if (!std::isfinite(decrement)) break;
      if (!(decrement > kTolerance * (1 + sums_.value))) {
        at_ = next;
        return;
      }
      passes += descend(next);
    }
    fail("logistic regression on {} did not settle in {} passes; give a larger penalty", data_.name, kMostPasses);
  }

  const Matrix& at() const { return at_; }
  const Matrix& hessian() const { return sums_.hessian; }
  double freedom() const { return freedom_; }

 private:
  /// Goes to `next`, or as far on the way as the value falls but for rounding; says how many passes more than one that took.
  int descend(Matrix next) {
    LogisticSums sums = sums_at(next);
    int halvings = 0;
    for (; halvings < kMostHalvings && !(sums.value <= sums_.value * (1 + kRounding)); ++halvings) {
      next = (at_ + next) / 2;
      sums = sums_at(next);
    }
    at_ = std::move(next);
    sums_ = std::move(sums);
    return halvings;
  }

  LogisticSums sums_at(const Matrix& at) {
    LogisticSums out = logistic_sums(data_, known_, at);
    const Index size = at.rows(), count = at.cols();
    out.value += 0.5 * (weight_.asDiagonal() * at.cwiseAbs2()).sum();
    out.gradient += (weight_.asDiagonal() * at).reshaped();
    for (Index k = 0; k < count; ++k) out.hessian.diagonal().segment(k * size, size) += weight_;
    // Adding the same to the scores of all classes changes nothing: of all such solutions the one whose coefficients sum to 0
    // over classes is taken, by a term of the size of the curvature that is 0 there.
    if (count > 1) {
      freedom_ = out.hessian.trace() / static_cast<double>(out.hessian.rows());
      for (Index k = 0; k < count; ++k)
        for (Index l = 0; l < count; ++l) out.hessian.block(k * size, l * size, size, size).diagonal().array() += freedom_;
    }
    return out;
  }

  const Data& data_;
  const LearningUnits& known_;
  Matrix at_;
  Vector weight_;
  double freedom_ = 0;
  LogisticSums sums_;
};

/// From coefficients of (x - center) / scale to those of x.
Matrix back_map(const LearningUnits& known) {
  const Index m = known.center.size();
  Matrix map = Matrix::Identity(m + 1, m + 1);
  map.diagonal().head(m) = known.scale.cwiseInverse();
  map.row(m).head(m) = -(known.center.cwiseQuotient(known.scale)).transpose();
  return map;
}

/// Square roots of the inverse Hessian's diagonal. The term that fixes the freedom f 11' has 1 / (f c^2) in it, not the data.
Matrix errors_of(const Search& search, const Matrix& back) {
  const Index size = search.at().rows(), count = search.at().cols();
  const Matrix inverse = linalg::inverse(search.hessian());
  Matrix errors(size, count);
  for (Index k = 0; k < count; ++k) {
    Matrix block = inverse.block(k * size, k * size, size, size);
    if (count > 1) block.diagonal().array() -= 1 / (search.freedom() * static_cast<double>(count * count));
    errors.col(k) = (back * block * back.transpose()).diagonal().cwiseMax(0).cwiseSqrt();
  }
  return errors;
}

bool is_flat(const Search& search, double records) {
  return linalg::symmetric_spectrum(search.hessian()).values.tail(1)(0) <= kFlat * records;
}

}  // namespace

LinearScores LogisticFit::scores() const {
  const Index m = coefficients.rows() - 1;
  const auto first = static_cast<Index>(classes.size() - told.size());  // 1 where the first of two classes has none
  LinearScores out{.weights = Matrix::Zero(m, static_cast<Index>(classes.size())),
                   .intercept = Vector::Zero(static_cast<Index>(classes.size())),
                   .classes = classes};
  out.weights.rightCols(out.weights.cols() - first) = coefficients.topRows(m);
  out.intercept.tail(out.intercept.size() - first) = coefficients.row(m).transpose();
  return out;
}

LogisticFit fit_logistic(const Data& data, double penalty) {
  const LearningUnits known = learning_units(data);
  const Index m = known.center.size();
  if (known.present.size() < 2)
    return {.coefficients = Matrix::Zero(m + 1, static_cast<Index>(known.present.size())),
            .errors = {},
            .told = known.present,
            .classes = known.present};
  require((m + 1) * known.problems() <= kMostCoefficients,
          "{} attributes and {} classes are {} coefficients; logistic regression takes at most {}", m, known.present.size(),
          (m + 1) * known.problems(), kMostCoefficients);
  if (penalty == 0) require_independent(data, known.records, known.covariance, ", or give a penalty");
  Search search(data, known, penalty);
  search.run();
  const Matrix back = back_map(known);
  LogisticFit out{.coefficients = back * search.at(), .errors = {}, .told = known.present, .classes = known.present};
  out.unbounded = penalty == 0 && is_flat(search, known.records);
  if (penalty == 0 && !out.unbounded) out.errors = errors_of(search, back);
  if (known.problems() == 1) out.told.erase(out.told.begin());
  return out;
}

}  // namespace guise::mining
