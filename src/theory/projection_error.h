// SPDX-License-Identifier: Apache-2.0
// How far inner products and distances of projected records u = R x / (sqrt(k) sd) are from those of the originals, for one
// k x m matrix R. Paper 000, Lemmas 5.6 and 5.7, corrected and for other laws than the Gaussian.
#pragma once
#include <cstdint>
#include <string_view>

#include "base/matrix.h"

namespace guise::theory {

/// The law of the matrix. With independent entries only their kurtosis E r^4 / (E r^2)^2 matters: 3 Gaussian, 1 signs, s for
/// sparse signs of which one in s is not zero. Orthonormal: sqrt(m/k) times k rows of a Haar matrix.
struct ProjectionLaw {
  bool orthonormal = false;
  double kurtosis = 3;
  bool continuous = true;  ///< false: signs, of which some draws have less than full rank
};
/// gaussian, sign, sparse, very-sparse or orthonormal, the words of the mask `project`; throws Error naming them. Very sparse
/// is sparse with the root of the number of attributes for s.
ProjectionLaw projection_law(std::string_view name, double sparsity = 3, std::int64_t attributes = 0);

/// Variance of u'v - x'y over the draw of R; the mean is 0. For independent entries
///   (|x|^2 |y|^2 + (x'y)^2 + (kurtosis - 3) sum x_i^2 y_i^2) / k,
/// Lemma 5.6 for the Gaussian. The appendix of the paper ends in sum x_i^2 y_i^2 instead of |x|^2 |y|^2 (erratum 2).
double inner_product_variance(const Vector& x, const Vector& y, std::int64_t k, const ProjectionLaw& law = {});

/// Variance of |u - v|^2 - |d|^2 for d = x - y: 2 |d|^4 / k for the Gaussian. The paper's bound 8/k for unit vectors holds only
/// where x'y >= 0 (erratum 3).
double distance_variance(const Vector& difference, std::int64_t k, const ProjectionLaw& law = {});

/// Lemma 5.7: P((1-eps)|d|^2 <= |u-v|^2 <= (1+eps)|d|^2) >= 1 - 2 exp(-(eps^2 - eps^3) k / 4). Negative, so empty, for small k.
double distance_bound(double epsilon, std::int64_t k);
/// The same probability exactly, for the Gaussian: k |u-v|^2 / |d|^2 is chi-square with k degrees of freedom.
double gaussian_distance_probability(double epsilon, std::int64_t k);
double gaussian_distance_miss(double epsilon, std::int64_t k);  ///< its complement, without cancellation
/// Exactly for an orthonormal law: (k/m) |u-v|^2 / |d|^2 is Beta(k/2, (m-k)/2).
double orthonormal_distance_probability(double epsilon, std::int64_t k, std::int64_t attributes);

}  // namespace guise::theory
