// SPDX-License-Identifier: Apache-2.0
// The covariance of noise whose shape follows the data's. The card publishes similarity and standard deviations only, but they
// and the release are enough to solve for it. Paper 002 section 8, figure 4.
#pragma once
#include "release/facts.h"

namespace guise::release {

/// Noise eigenvalues on the data's eigenvectors: linear in the similarity between proportional to the data's (1), all equal (0)
/// and mirrored at their mean (-1); none below 0, the total `power` kept.
Vector shaped_noise(const Vector& data, double power, double similarity);

/// The data's eigenvalues from those of a release = data + shaped_noise(data, power, similarity), as far as a sample allows:
/// none comes out below 0.
Vector unshaped_data(const Vector& release, double power, double similarity);

/// Covariance of the noise, solved from that of the release where the noise is shaped; the fact noise_size must be known.
Matrix noise_covariance(const Facts& known, const Matrix& release_covariance);

}  // namespace guise::release
