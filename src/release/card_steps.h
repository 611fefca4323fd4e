// SPDX-License-Identifier: Apache-2.0
// Steps of a card and their matrices, as facts_from follows them.
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/error.h"
#include "linalg/pseudo_inverse.h"
#include "release/facts.h"

namespace guise::release {

inline Vector to_vector(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

inline bool is_identity(const Matrix& matrix) {
  return matrix.rows() == matrix.cols() && matrix.isIdentity(0);
}

inline bool is_diagonal(const Matrix& matrix) {
  return matrix.rows() == matrix.cols() && matrix.isDiagonal(0);
}

// A matrix whose inverse blows rounding up by more than this is no way back.
constexpr double kMostCondition = 1e10;

inline std::optional<Matrix> inverse_of(const Matrix& matrix) {
  if (is_diagonal(matrix) && (matrix.diagonal().array() != 0).all())
    return Matrix(matrix.diagonal().cwiseInverse().asDiagonal());
  if (matrix.rows() != matrix.cols()) return {};
  linalg::PseudoInverse pseudo = linalg::pseudo_inverse(matrix);
  if (pseudo.rank < matrix.cols() || pseudo.condition > kMostCondition) return {};
  return std::move(pseudo.inverse);
}

/// Whether the step is y = M x + t, of records or of columns, and nothing else.
inline bool is_linear(const StepCard& step) {
  for (const Effect each : {Effect::affine, Effect::shift, Effect::rescale, Effect::matrix, Effect::sums})
    if (step.effect == each) return true;
  return false;
}

inline MatrixLaw law_of(const StepCard& step, Index k, Index m) {
  MatrixLaw law{.law = step.law, .rows = k, .columns = m, .sd = step.entry_sd, .scaled = step.scaled};
  if (step.law == "sparse") law.zeros = 2.0 / 3;
  if (step.law == "very-sparse") law.zeros = 1 - 1 / std::sqrt(static_cast<double>(m));
  if (step.high.size() == 1 && step.entry_sd > 0) law.spread = step.high.front() / step.entry_sd - 1;
  return law;
}

/// A matrix of the owner's own: nothing is known of how it was drawn.
inline bool is_own(const StepCard& step) {
  return step.law == "own";
}

inline Matrix public_map(const StepCard& step, Index columns) {
  const Index outputs = step.map.empty() ? columns : std::max<std::int64_t>(1, step.outputs);
  require(step.map.empty() ||
              (outputs <= static_cast<Index>(step.map.size()) && static_cast<Index>(step.map.size()) == outputs * columns),
          "the card does not say by which matrix '{}' multiplies {} columns; it was changed or cut off", step.text, columns);
  if (step.map.empty()) return Matrix::Identity(columns, columns);
  return Eigen::Map<const Matrix>(step.map.data(), columns, outputs).transpose();  // by rows there, by columns here
}

inline Vector public_offset(const StepCard& step, Index outputs) {
  require(step.offset.empty() || static_cast<Index>(step.offset.size()) == outputs,
          "the card does not say what '{}' adds to {} columns; it was changed or cut off", step.text, outputs);
  return step.offset.empty() ? Vector(Vector::Zero(outputs)) : to_vector(step.offset);
}

inline theory::Distortion distortion_law(const StepCard& step) {
  require(step.hidden >= 1 && step.outputs >= 1 && step.entries.size() == 4,
          "the card does not say how '{}' was drawn; it was changed or cut off", step.text);
  return {.f = stats::find_activation(step.law),
          .hidden = step.hidden,
          .out = step.outputs,
          .sw = step.entries[0],
          .sa = step.entries[1],
          .sq = step.entries[2],
          .sb = step.entries[3]};
}

}  // namespace guise::release
