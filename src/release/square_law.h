// SPDX-License-Identifier: Apache-2.0
// The law of a released squared length, over the draws of matrices and errors, given the original one; turned round, it gives
// the estimate of the original with its error and its interval.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::release {

/// Errors in one record, or in one column: sums over its entries of their variance, of its square and cube (traces of powers of
/// their covariance), and of the squared variance times the excess kurtosis of their law.
struct Errors {
  double power = 0, squares = 0, cubes = 0, fourth = 0;
};
Errors errors_of(const Vector& variance, const Vector& fourth);
/// Of two independent errors in `entries` numbers whose axes have nothing to do with each other.
Errors both(const Errors& a, const Errors& b, double entries);

/// One thing that happens to a squared length q on its way: errors are added to the record, or a random projection to k numbers
/// multiplies q by `scale` on average.
struct Stage {
  Errors errors = {};
  double k = 0,
         m = 0;  ///< k: 0 where nothing is projected; m: 0 for independent Gaussian entries, else k rows of m orthonormal
  double scale = 1;
};

/// An estimate with its standard error and its interval of 95 %.
struct Bounds {
  double value = 0, error = 0, low = 0, high = 0;
};

class SquareLaw {
 public:
  explicit SquareLaw(std::vector<Stage> stages);

  /// `noise` multiplies all variances of the errors: 2 for the difference of two records. The value is unbiased, so that it may
  /// lie below 0 where errors hide the length; the interval never does.
  Bounds estimate(double released, double noise) const;

 private:
  struct Moments {
    double first, second, third;
  };
  Moments moments(double original) const;
  double quantile(double original, double share) const;

  std::vector<Stage> stages_;
  double at_zero_ = 0, slope_ = 1;             // mean of q' = at_zero + slope q
  Eigen::Vector3d variance_ = {0, 0, 0};       // of q', a polynomial in q
  std::vector<double> original_, low_, high_;  // quantiles 0.025 and 0.975 of q' for these q
};

}  // namespace guise::release
