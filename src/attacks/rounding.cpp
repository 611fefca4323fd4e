// SPDX-License-Identifier: Apache-2.0
#include "attacks/rounding.h"

#include <cmath>

namespace guise::attacks {
namespace {

// Numbers with more digits than this before and behind the point are not told from unrounded ones, and rounding them is too
// little to matter.
constexpr double kMostSteps = 1e12;
// So near a whole number of steps all must be: doubles of kMostSteps steps are off by 2e-4 at most, unrounded ones by 0.25.
constexpr double kNear = 1e-3;

double decimal_unit(const Vector& values) {
  const double size = values.cwiseAbs().maxCoeff();
  for (double steps = 1; size * steps < kMostSteps && steps <= kMostSteps; steps *= 10) {
    const auto scaled = values.array() * steps;
    if (((scaled - scaled.round()).abs() < kNear).all()) return 1 / steps;
  }
  return 0;
}

}  // namespace

Vector decimal_units(const MatrixRef& rows) {
  Vector units = Vector::Zero(rows.cols());
  if (rows.rows() > 0)
    for (Index j = 0; j < rows.cols(); ++j) units(j) = decimal_unit(rows.col(j));
  return units;
}

}  // namespace guise::attacks
