// SPDX-License-Identifier: Apache-2.0
// How far noise moves the eigenvalues and eigenvectors of a covariance. Paper 001, Theorem 1, Lemma 1 and the bound on angles
// after it, all three corrected: the paper leaves out the cross terms U'V + V'U of (U + V)'(U + V) (erratum 20).
#pragma once
#include "base/matrix.h"

namespace guise::theory {

/// What was added to records of which the eigenvalues of the covariance are known; both numbers over the square root of, or
/// over, the degrees of freedom n - 1.
struct SpectrumShift {
  double noise_length;  ///< s_1(V), the largest singular value of the centred noise
  double movement;      ///< |(U + V)'(U + V) - U'U - c I|: for c = 0, or for the c = sigma^2 that turns no eigenvector
};

/// Of two tables of the same records: exact. The squared singular values and the movement, for which c is 0 as in the paper.
SpectrumShift measured_shift(const Matrix& originals, const Matrix& released);

/// Of independent normal noise: bounds that hold for all but 1 in 1000 draws together. Davidson and Szarek (2001), Theorem
/// II.13: the singular values of an a x b matrix of standard normals lie within sqrt(a) -+ (sqrt(b) + t) but for exp(-t^2/2) on
/// each side.
SpectrumShift likely_shift(const Vector& eigenvalues, double sd, double records);

/// Theorem 1 as it should read, Weyl's inequality for singular values: |s_i(U + V) - s_i(U)| <= s_1(V).
struct EigenvalueRange {
  double low, high;
};
EigenvalueRange shifted_eigenvalue(double eigenvalue, const SpectrumShift& shift);

/// The largest angle, in radians, between the eigenvector of the i-th of these falling eigenvalues and one of the released
/// covariance: tan < 2 e / (d - e) with e the movement and d the distance to the nearest other eigenvalue. The paper takes
/// |V'V| for e, which is far too small. pi / 2, which says nothing, from e = d on.
double angle_bound(const Vector& eigenvalues, Index i, const SpectrumShift& shift);
/// The sharp one, of the eigenvectors of the same place in the order: half of asin(2 e / d) (Davis and Kahan 1970, sin 2
/// theta). pi / 2 from e = d / 2 on.
double sharp_angle_bound(const Vector& eigenvalues, Index i, const SpectrumShift& shift);

}  // namespace guise::theory
