// SPDX-License-Identifier: Apache-2.0
#include "attacks/placement_misfit.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "linalg/spectrum.h"

namespace guise::attacks {

PlacementMisfit::PlacementMisfit(const Matrix& records, const Matrix& rows, PlacementNoise noise)
    : rows_(rows), noise_(noise), records_(records.rows()), attributes_(records.cols()) {
  Matrix x = records;
  if (noise.translated) x.rowwise() -= records.colwise().mean();
  const Matrix products = x * x.transpose();
  squares_ = products.trace();
  root_ = linalg::square_root(products);
}

double PlacementMisfit::of(const Index* placed) const {
  Matrix y(attributes_, records_);
  for (Index i = 0; i < records_; ++i) y.col(i) = rows_.col(placed[i]);
  if (noise_.translated) y.colwise() -= y.rowwise().mean().eval();
  Matrix products = y.transpose() * y;
  // Noise outside the space of the records lengthens them without turning them: |y|^2 has |x|^2 + tr E for its mean.
  const Index spanned = std::min(records_ - (noise_.translated ? 1 : 0), attributes_);
  products.diagonal().array() -= noise_.variance * static_cast<double>(attributes_ - spanned);
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(root_ * products * root_, Eigen::EigenvaluesOnly);
  const double turned = solver.eigenvalues().cwiseMax(0.0).cwiseSqrt().sum();
  return std::max(squares_ + products.trace() - 2 * turned, 0.0) / noise_.variance;
}

double PlacementMisfit::freedom() const {
  const double t = static_cast<double>(records_ - (noise_.translated ? 1 : 0)), m = static_cast<double>(attributes_);
  return t <= m ? t * (t + 1) / 2 : t * m - m * (m - 1) / 2;
}

}  // namespace guise::attacks
