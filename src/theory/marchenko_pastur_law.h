// SPDX-License-Identifier: Apache-2.0
// Shares of the eigenvalues of pure noise, also of more attributes than records, for which paper 001 prints no formula: n
// records span at most n directions, and the other eigenvalues are 0.
#pragma once

namespace guise::theory {

/// Share of the eigenvalues that is 0 exactly: 1 - records / attributes, and none with as many records as attributes.
double marchenko_pastur_zero_share(double records, double attributes);
/// Share of all eigenvalues, zeros included, up to this one.
double marchenko_pastur_share(double eigenvalue, double variance, double records, double attributes);
/// The eigenvalue with this share, between 0 and 1, up to it; 0 where the zeros are as many.
double marchenko_pastur_quantile(double share, double variance, double records, double attributes);

}  // namespace guise::theory
