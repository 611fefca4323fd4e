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
constexpr int kMostDigits = 12;
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

/// Whether every number has so many significant digits at most.
bool has_digits(const Vector& values, int digits) {
  for (const double value : values) {
    if (value == 0) continue;
    const double steps = value / std::pow(10.0, std::floor(std::log10(std::abs(value))) - (digits - 1));
    if (!(std::abs(steps - std::round(steps)) < kNear)) return false;
  }
  return true;
}

bool singles(const Vector& values) {
  return values.cast<float>().cast<double>() == values;
}

}  // namespace

double significant_unit(const Vector& values) {
  const double size = values.size() > 0 ? values.cwiseAbs().maxCoeff() : 0;
  if (!(size > 0)) return 0;
  for (int digits = 1; digits <= kMostDigits; ++digits)
    if (has_digits(values, digits)) return std::pow(10.0, std::floor(std::log10(size)) - (digits - 1));
  return 0;
}

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
  int digits = 0;
  bool decimal = false, single = false;
  for (Index i = 0; i < units.size(); ++i) {
    if (units(i) > 0 && multiples(channel.map.row(i), units(i)) && multiples(channel.shift.segment(i, 1), units(i))) continue;
    const double significant = significant_unit(released.col(i));
    if (significant > 1.5 * units(i)) {  // small numbers have more decimals than large ones
      out.sd(i) = significant / std::sqrt(12.0);
      const double size = released.col(i).cwiseAbs().maxCoeff();
      digits = std::max(digits, static_cast<int>(std::lround(std::floor(std::log10(size)) - std::log10(significant))) + 1);
    } else if (units(i) > 0) {
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
  else if (digits > 0)
    out.digits = fmt::format("{} digits", digits);
  else if (single)
    out.digits = "single precision";
  return out;
}

}  // namespace guise::attacks
