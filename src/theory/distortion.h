// SPDX-License-Identifier: Apache-2.0
// What the non-linear distortion x* = B + Q f(A + W x) keeps of two records: mean and variance, over the draw of the four
// matrices, of the inner product x*'y* and of the squared distance |x* - y*|^2. Paper 003, sections 4.2, 5 and 6.
#pragma once
#include <cstdint>

#include "base/matrix.h"
#include "theory/pair_moments.h"

namespace guise::theory {

/// f, the sizes m (hidden) and p (out), and the standard deviations of the entries of W, A, Q and B.
struct Distortion {
  stats::Activation f = stats::Activation::tanh;
  std::int64_t hidden = 1, out = 1;
  double sw = 1, sa = 1, sq = 1, sb = 1;
};
void check(const Distortion& distortion);  ///< sizes from 1 on, standard deviations finite and not negative; throws Error

/// All that matters of two records: |x|^2, |y|^2 and x'y.
struct RecordPair {
  double square_x, square_y, inner;
  double square_distance() const { return square_x + square_y - 2 * inner; }
};
RecordPair record_pair(const Vector& x, const Vector& y);

/// The normals the records become before f (eq. 4.5 to 4.8; the paper's vectors have n + 1 entries and its sigmas are standard
/// deviations, erratum 41). A correlation that rounding took out of [-1, 1] is put back.
HiddenPair hidden_pair(const Distortion& distortion, const RecordPair& records);

/// Means and covariances of the three statistics a release gives of two records: x*'x*, x*'y* and y*'y*, in this order.
struct ProductLaw {
  Eigen::Vector3d mean;
  Eigen::Matrix3d covariance;
};
ProductLaw product_law(const Distortion& distortion, const PairMoments& moments);

struct Spread {
  double mean, variance;
};
/// Eq. 4.9 for the mean. The variance is Lemma 5.3 as it should read (erratum 40), with E over g = f(X), h = f(Y):
///   p [2 sb^4 + m sb^2 sq^2 (E g^2 + E h^2 + 2 E gh) + sq^4 (2 m E g^2h^2 + m (m-1) (E g^2 E h^2 + (E gh)^2))]
///   + p^2 m sq^4 (E g^2h^2 - (E gh)^2)
Spread inner_product_spread(const Distortion& distortion, const PairMoments& moments);

/// B cancels: given the hidden units |x* - y*|^2 is sq^2 |g - h|^2 times a chi-square with p degrees of freedom. For the
/// identity the mean is exactly p m sq^2 sw^2 |x - y|^2.
Spread squared_distance_spread(const Distortion& distortion, const PairMoments& moments);

/// Lemma 5.2 put into eq. 4.7: |E x*'y*| is at most p (sb^2 + m sq^2 sqrt(E g^2 E h^2)).
double inner_product_bound(const Distortion& distortion, const PairMoments& moments);

/// Standard deviation over mean of x*'y* as the number of outputs grows without end: what the hidden units leave,
/// sqrt(m (E g^2h^2 - (E gh)^2)) sq^2 / |sb^2 + m sq^2 E gh|. Both m and p must grow for the error to vanish, which answers the
/// question at the end of section 5.1. Infinite where the mean is 0.
double spread_of_many_outputs(const Distortion& distortion, const PairMoments& moments);

}  // namespace guise::theory
