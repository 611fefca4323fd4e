// SPDX-License-Identifier: Apache-2.0
#include "attacks/rounding.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace guise::attacks {
namespace {

// Numbers with more digits than this before and behind the point are not told from unrounded ones, and rounding them is too
// little to matter.
constexpr double kMostSteps = 1e12;
// So near a whole number of steps all must be: doubles of kMostSteps steps are off by 2e-4 at most, unrounded ones by 0.25.
constexpr double kNear = 1e-3;

bool multiples(const Vector& values, double unit) {
  const auto steps = values.array() / unit;
  return ((steps - steps.round()).abs() < kNear).all();
}

double decimal_unit(const Vector& values) {
  const double size = values.cwiseAbs().maxCoeff();
  for (double steps = 1; size * steps < kMostSteps && steps <= kMostSteps; steps *= 10) {
    if (multiples(values, 1 / steps)) return 1 / steps;
  }
  return 0;
}

bool singles(const Vector& values) {
  return values.cast<float>().cast<double>() == values;
}

}  // namespace

Vector decimal_units(const MatrixRef& rows) {
  Vector units = Vector::Zero(rows.cols());
  if (rows.rows() > 0)
    for (Index j = 0; j < rows.cols(); ++j) units(j) = decimal_unit(rows.col(j));
  return units;
}

Rounding rounding_of(const MatrixRef& released, const linalg::Affine& channel) {
  const Vector units = decimal_units(released);
  Rounding out{.sd = Vector::Zero(units.size()), .digits = {}};
  double finest = 1;
  bool decimal = false, single = false;
  for (Index i = 0; i < units.size(); ++i) {
    if (units(i) > 0) {
      if (multiples(channel.map.row(i), units(i)) && multiples(channel.shift.segment(i, 1), units(i))) continue;
      out.sd(i) = units(i) / std::sqrt(12.0);
      finest = std::min(finest, units(i));
      decimal = true;
    } else if (released.rows() > 0 && singles(released.col(i))) {
      // Half a unit of the last of 24 bits is at most 2^-24 of the number.
      out.sd(i) = std::ldexp(std::sqrt(released.col(i).squaredNorm() / (3.0 * static_cast<double>(released.rows()))), -24);
      single = true;
    }
  }
  if (decimal)
    out.digits = fmt::format("{:.0f} decimals", -std::log10(finest));
  else if (single)
    out.digits = "single precision";
  return out;
}

}  // namespace guise::attacks
