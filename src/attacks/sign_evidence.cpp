// SPDX-License-Identifier: Apache-2.0
#include "attacks/sign_evidence.h"

#include <tbb/parallel_for.h>

#include <cmath>

#include "linalg/pairwise.h"

namespace guise::attacks {
namespace {

/// Mean over all pairs, in standard errors.
double standard_errors(const Eigen::ArrayXXd& pairs) {
  const Eigen::ArrayXd rows = pairs.rowwise().mean(), columns = pairs.colwise().mean();
  const double mean = rows.mean();
  const double variance = (rows - mean).square().mean() / static_cast<double>(rows.size()) +
                          (columns - mean).square().mean() / static_cast<double>(columns.size());
  return variance > 0 ? mean / std::sqrt(variance) : 0;
}

}  // namespace

SignEvidence sign_evidence(const Matrix& found, const Matrix& wanted) {
  const Eigen::ArrayXXd squares = linalg::squared_distances(found, wanted), distances = squares.sqrt();
  const Eigen::ArrayXXd products = (found * wanted.transpose()).array().square();
  SignEvidence out{.energy = Vector(found.cols()), .skewness = Vector(found.cols())};
  tbb::parallel_for(Index{0}, found.cols(), [&](Index j) {
    const Eigen::ArrayXXd own = found.col(j) * wanted.col(j).transpose();
    out.energy[j] = standard_errors((squares + 4 * own).max(0.0).sqrt() - distances);
    out.skewness[j] = standard_errors(products * own);
  });
  return out;
}

}  // namespace guise::attacks
