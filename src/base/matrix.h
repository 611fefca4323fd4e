// SPDX-License-Identifier: Apache-2.0
// Dense matrices: records are rows, attributes are columns, stored column by column.
#pragma once
#include <Eigen/Core>

#include <cstdint>

namespace guise {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using MatrixRef = Eigen::Ref<const Eigen::MatrixXd, 0, Eigen::OuterStride<>>;  ///< any block of a Matrix, not copied
using MutableMatrixRef = Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;
using Singles = Eigen::MatrixXf;  ///< in single precision
using SinglesRef = Eigen::Ref<const Eigen::MatrixXf, 0, Eigen::OuterStride<>>;
using MutableSinglesRef = Eigen::Ref<Eigen::MatrixXf, 0, Eigen::OuterStride<>>;
using Index = Eigen::Index;

constexpr double square(double x) {
  return x * x;
}

}  // namespace guise
