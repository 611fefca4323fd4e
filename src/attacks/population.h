// SPDX-License-Identifier: Apache-2.0
// What attacks from a sample of other people share.
#pragma once
#include <string>

#include "attacks/attack.h"

namespace guise::attacks {

/// Why a release or a sample is too small to compare distributions; empty when it is not.
std::string why_not(const Evidence& evidence, const Knowledge& known);

/// At most `count` rows, evenly spread along their first column: the same whatever the order of the records.
Matrix spread_rows(const Matrix& rows, Index count);

/// Whether the sample's attributes depend on each other, at the level of stats::PriorKnowledge; of at most 64 of them.
bool attributes_depend(const Matrix& sample, const random::Rng& rng);

/// How many columns of independent components may be normal, by the Anderson-Darling test.
Index normal_columns(const Matrix& components);

/// The guess of x from y = M (x - mean) + center + e: back through `inverse` of M, or with noise the Bayes estimate (beyond
/// section 1.1) for originals of that covariance. `noise` is empty for none; then M must have an inverse.
linalg::RecordMap guess_through(const Matrix& map, const Matrix& inverse, const Vector& center, const Vector& mean,
                                const Matrix& covariance, const Matrix& noise);

}  // namespace guise::attacks
