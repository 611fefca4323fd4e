// SPDX-License-Identifier: Apache-2.0
// Inner products and distances of the originals, read from a release of the non-linear distortion by anybody who knows its
// card: f, the sizes and the standard deviations, not the matrices. The expectation (003, eq. 4.9) is inverted: E f(X)^2 grows
// with the norm of a record, E f(X) f(Y) with the correlation. This is the utility the paper's empty section 8 was to show.
#pragma once
#include <optional>

#include "theory/distortion.h"

namespace guise::theory {

/// x*'x*, x*'y* and y*'y* of two released records.
struct ReleasedPair {
  double xx, xy, yy;
};

/// |x|^2 and |y|^2 where they are known, for example because all records have length 1.
struct KnownSquares {
  double square_x, square_y;
};

struct Estimate {
  double value, standard_error;  ///< the error over the draw of the matrices; infinite where the release does not tell
};

/// Consistent: the error falls as 1/sqrt of the smaller of hidden and out, the bias faster; for the identity unbiased. The
/// errors are those of the corrected Lemma 5.3 through the slopes of the expectation (delta method).
struct PairEstimate {
  Estimate square_x, square_y, inner, square_distance;
  bool at_edge;  ///< a statistic lay outside what f can give: the estimate is the nearest possible one
  /// Of |x|^2 and |y|^2: the statistics are nearly chi-square, with the degrees of freedom that their variance tells, and
  /// lengths follow from the limits of their expectations. 0 and infinity where f does not tell.
  struct Limits {
    double low = 0, high = 0;
  };
  Limits limits_x = {}, limits_y = {};
  /// Covariances of the estimated |x|^2, x'y and |y|^2 over the draw of the matrices, and over that of the errors.
  Eigen::Matrix3d matrices = Eigen::Matrix3d::Zero(), errors = Eigen::Matrix3d::Zero();
};

/// Errors in a record before it is distorted, which reach the release bent, and behind.
struct DistortionErrors {
  double power = 0, squares = 0;  ///< before: traces of their covariance and of its square
  double variance = 0;            ///< behind: of one entry of the release
};

/// Norms are estimated from xx and yy unless they are known. Known norms also make xx and yy control variates of xy: what they
/// miss of their expectations tells of the draw of Q and B. A step does not tell norms: throws Error without them.
PairEstimate estimate_pair(const Distortion& distortion, const ReleasedPair& released, std::optional<KnownSquares> known = {});
/// The same where there are errors, whose power is taken out and whose spread is added. Lengths and distances may come out
/// below 0.
PairEstimate estimate_pair(const Distortion& distortion, const ReleasedPair& released, const DistortionErrors& errors);

/// The sd of X for which E f(X)^2 is this, between `least` (that of a record of length 0) and 64, beyond which f only says
/// "long".
double sd_of_square(stats::Activation f, double square, double least);
/// The correlation for which E f(X) f(Y) is this; -1 or 1 where no correlation gives it.
double rho_of_product(stats::Activation f, double sd_x, double sd_y, double product);

}  // namespace guise::theory
