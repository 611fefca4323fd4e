// SPDX-License-Identifier: Apache-2.0
// What attacks of an insider share: he has the matrix, y = M x + t + e (Knowledge::channel).
#pragma once
#include <fmt/format.h>

#include <string>
#include <vector>

#include "attacks/attack.h"
#include "linalg/pseudo_inverse.h"

namespace guise::attacks {

/// Why nothing is said of a release that went through a matrix of zeros.
constexpr std::string_view kZeroMatrix = "every entry of the matrix is 0: the release says nothing of the records";

/// A matrix told by hand comes without shift and noise: both are 0 then.
inline linalg::Affine completed(linalg::Affine channel) {
  const Index k = channel.map.rows();
  if (channel.shift.size() == 0) channel.shift = Vector::Zero(k);
  if (channel.covariance.size() == 0) channel.covariance = Matrix::Zero(k, k);
  return channel;
}

/// The channel with all that is known of its noise; where it has none itself, what the card says counts.
inline linalg::Affine insider_channel(const Knowledge& known) {
  linalg::Affine channel = completed(*known.channel);
  if (known.noise_covariance && channel.covariance.isZero(0)) channel.covariance = *known.noise_covariance;
  if (known.noise_mean) channel.shift += *known.noise_mean;
  return channel;
}

/// What is wrong with the matrix, if anything is: rows that repeat one another, or directions it almost wipes out.
inline void note_defects(const linalg::PseudoInverse& matrix, Index rows, Index columns, std::vector<std::string>& notes) {
  // Rounding of the release, 1e-16 of it, is blown up to a millionth of the data.
  constexpr double kIllConditioned = 1e10;
  if (matrix.rank < std::min(rows, columns))
    notes.push_back(fmt::format("the {} x {} matrix has rank {}: {} of its directions are lost", rows, columns, matrix.rank,
                                std::min(rows, columns) - matrix.rank));
  if (matrix.condition > kIllConditioned)
    notes.push_back(
        fmt::format("the matrix is ill-conditioned: errors of the release grow up to {:.1e} times", matrix.condition));
}

}  // namespace guise::attacks
