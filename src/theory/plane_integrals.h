// SPDX-License-Identifier: Apache-2.0
// The expectations of pair_moments.h that have no closed form, by integration over the plane of two independent normals z and w
// with X = sd_x z and Y = sd_y (rho z + sqrt(1 - rho^2) w).
#pragma once
#include "theory/exact_pair.h"

namespace guise::theory {

PairMoments tanh_moments(const ExactPair& pair);
double tanh_product(const ExactPair& pair);
double tanh_square(double sd);
/// E tanh(sd Z) h_k(Z) for k = 1, 3, 5, …, h_k the orthonormal Hermite polynomials; those of even k are 0.
Vector tanh_coefficients(double sd, Index count);

PairMoments clip_moments(const ExactPair& pair);
double clip_product(const ExactPair& pair);
double clip_square(double sd);
Vector clip_coefficients(double sd, Index count);  ///< the same of clip

}  // namespace guise::theory
