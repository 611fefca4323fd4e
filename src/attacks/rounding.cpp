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
// Numbers of one size look the same either way; significant digits are taken where they say more than decimals.
constexpr double kCoarser = 0.99;

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

/// What a number of so many significant digits is a multiple of.
double digit_unit(double value, int digits) {
  return std::pow(10.0, std::floor(std::log10(std::abs(value))) - digits + 1);
}

bool written_with(const Vector& values, int digits) {
  return std::all_of(values.begin(), values.end(), [&](double value) {
    const double steps = value == 0 ? 0 : value / digit_unit(value, digits);
    return std::abs(steps - std::nearbyint(steps)) < kNear;
  });
}

/// The least number of significant digits that all values were written with; 0 where they have too many to tell.
int significant_digits(const Vector& values) {
  constexpr int kMostDigits = 12;  // kMostSteps
  for (int digits = 1; digits <= kMostDigits; ++digits)
    if (written_with(values, digits)) return digits;
  return 0;
}

/// Standard deviation of rounding to so many significant digits: large numbers lose more.
double digit_rounding(const Vector& values, int digits) {
  double sum = 0;
  for (const double value : values) sum += value == 0 ? 0 : square(digit_unit(value, digits));
  return std::sqrt(sum / (12 * static_cast<double>(values.size())));
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
  int most = 0;
  bool decimal = false, single = false;
  for (Index i = 0; i < units.size(); ++i) {
    if (released.rows() == 0) continue;
    const Vector values = released.col(i);
    if (units(i) > 0 && multiples(channel.map.row(i), units(i)) && multiples(channel.shift.segment(i, 1), units(i))) continue;
    // Many programs write six significant digits, not a number of decimals: large numbers are then the coarser ones.
    const int digits = significant_digits(values);
    const double by_digits = digits > 0 ? digit_rounding(values, digits) : 0;
    if (const double by_decimals = units(i) / std::sqrt(12.0); by_decimals > 0 && by_decimals >= kCoarser * by_digits) {
      out.sd(i) = by_decimals;
      finest = std::min(finest, units(i));
      decimal = true;
    } else if (digits > 0) {
      out.sd(i) = by_digits;
      most = std::max(most, digits);
    } else if (singles(values)) {
      // Half a unit of the last of 24 bits is at most 2^-24 of the number.
      out.sd(i) = std::ldexp(std::sqrt(values.squaredNorm() / (3.0 * static_cast<double>(values.size()))), -24);
      single = true;
    }
  }
  if (most > 0)
    out.digits = fmt::format("{} significant digits", most);
  else if (decimal)
    out.digits = fmt::format("{:.0f} decimals", -std::log10(finest));
  else if (single)
    out.digits = "single precision";
  return out;
}

}  // namespace guise::attacks
