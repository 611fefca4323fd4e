// SPDX-License-Identifier: Apache-2.0
// Attributes that the attacker knows of every record. Exact ones go into the guess as they are; those with an error are one
// more observation of the attribute.
#pragma once
#include <vector>

#include "attacks/linear.h"
#include "stats/bayes_core.h"

namespace guise::attacks {

/// Variance of the error of each known column; 0: exact.
inline Vector error_variances(const Knowledge& known) {
  Vector out = Vector::Zero(static_cast<Index>(known.known_columns.size()));
  for (std::size_t i = 0; i < known.known_errors.size(); ++i) out[static_cast<Index>(i)] = square(known.known_errors[i]);
  return out;
}

/// How the known columns came from x.
inline linalg::Affine known_channel(const Knowledge& known, Index attributes) {
  linalg::Affine channel = stats::known_attributes(known.known_columns, attributes);
  channel.covariance.diagonal() = error_variances(known);
  return channel;
}

/// An attribute that is known exactly, and the column of Observed::known that has it.
struct ExactColumn {
  Index attribute, at;
};
inline std::vector<ExactColumn> exact_columns(const Knowledge& known) {
  const Vector error = error_variances(known);
  std::vector<ExactColumn> out;
  for (Index i = 0; i < error.size(); ++i)
    if (error[i] == 0) out.push_back({known.known_columns[static_cast<std::size_t>(i)], i});
  return out;
}

inline void place_known(const std::vector<ExactColumn>& columns, const Observed& observed, Guess& guess) {
  for (const auto& [attribute, at] : columns) {
    guess.values.col(attribute) = own_rows(observed.known, observed).col(at);
    if (guess.sd) guess.sd->col(attribute).setZero();
  }
}

}  // namespace guise::attacks
