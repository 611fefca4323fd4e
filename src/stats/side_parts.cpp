// SPDX-License-Identifier: Apache-2.0
#include "stats/side_parts.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <unordered_set>

#include "stats/classes.h"
#include "stats/side_inputs.h"

namespace guise::stats {
namespace {

// Moduli that whole numbers are looked at by: parity, thirds, quarters, digits, weekdays, months, hours.
constexpr int kModuli[] = {2, 3, 4, 5, 7, 10, 12, 24};
constexpr double kMostWhole = 9007199254740992;  // 2^53
// Years of dates: other numbers of eight digits are numbers.
constexpr double kFirstYear = 1800, kLastYear = 2200;
// Standard deviations of chance from which classes differ. Thousands of means are compared over an audit.
constexpr double kClear = 4.5;
// A value must have this many fellows in its class on average, or the part says what the value itself says.
constexpr double kValuesPerClass = 2;

struct Date {
  double year, month, day, hour;
};

Date date_of(double number) {
  const double days = std::floor(number / kDateDay), hour = std::floor(std::fmod(number, kDateDay) / 10'000);
  return {std::floor(days / 10'000), std::fmod(std::floor(days / 100), 100), std::fmod(days, 100), hour};
}

bool is_date(double number) {
  const Date date = date_of(number);
  return date.year >= kFirstYear && date.year <= kLastYear && date.month >= 1 && date.month <= 12 && date.day >= 1 &&
         date.day <= 31 && date.hour < 24 && number == std::floor(number);
}

/// Days modulo 7 by Zeller's congruence (1887).
double weekday(const Date& date) {
  const double early = date.month < 3 ? 1 : 0, month = date.month + 12 * early, year = date.year - early;
  const double sum = date.day + std::floor(13 * (month + 1) / 5) + year + std::floor(year / 4) - std::floor(year / 100) +
                     std::floor(year / 400);
  return std::fmod(sum, 7);
}

template <typename Is>
bool all_are(const Vector& values, Is is) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return !std::isfinite(value) || is(value); });
}

/// What could be parts of a column, whatever they tell.
std::vector<SidePart> possible_parts(Index column, const Vector& values, bool category) {
  using Kind = SidePart::Kind;
  for (const double scale : {1.0, kDateDay}) {
    if ((scale == 1) != category) continue;  // a date in a column of numbers has no hours
    if (all_are(values, [scale](double value) { return is_date(value * scale); }))
      return {{column, Kind::month, 0, scale},
              {column, Kind::weekday, 0, scale},
              {column, Kind::hour, 0, scale},
              {column, Kind::day, 0, scale}};
  }
  std::vector<SidePart> out;
  if (category) {
    for (int place = 0; place < kTextPlaces; ++place) out.push_back({column, Kind::letter, place});
  } else if (all_are(values, [](double value) { return value == std::floor(value) && std::abs(value) < kMostWhole; })) {
    for (const int modulus : kModuli) out.push_back({column, Kind::residue, modulus});
  }
  return out;
}

}  // namespace

double SidePart::of(double value) const {
  if (!std::isfinite(value)) return std::numeric_limits<double>::quiet_NaN();
  switch (kind) {
    case Kind::residue:
      return value - which * std::floor(value / which);
    case Kind::letter:
      return std::fmod(
          std::floor(value / std::exp2(kTextDigestBits) / std::pow(static_cast<double>(kTextBase), kTextPlaces - 1 - which)),
          kTextBase);
    case Kind::month:
      return date_of(value * scale).month;
    case Kind::day:
      return date_of(value * scale).day;
    case Kind::hour:
      return date_of(value * scale).hour;
    case Kind::weekday:
      return weekday(date_of(value * scale));
  }
  return value;
}

Vector SidePart::of(const Matrix& side) const {
  return side.col(column).unaryExpr([this](double value) { return of(value); });
}

std::vector<SidePart> telling_parts(const SideColumns& side, Matrix targets) {
  std::vector<SidePart> out;
  targets.rowwise() -= targets.colwise().mean().eval();
  for (Index j = 0; j < side.rows.cols(); ++j) {
    const Vector values = side.rows.col(j);
    std::unordered_set<double> found;
    std::copy_if(values.begin(), values.end(), std::inserter(found, found.end()),
                 [](double value) { return !std::isnan(value); });
    for (const SidePart& part : possible_parts(j, values, side.category[static_cast<std::size_t>(j)])) {
      const Classes classes(part.of(side.rows));
      if (static_cast<double>(found.size()) < kValuesPerClass * static_cast<double>(classes.count())) continue;
      const Matrix means = classes.means(targets);
      if (apart(classes, means, targets) < kClear) continue;
      out.push_back(part);
      for (Index i = 0; i < targets.rows(); ++i) targets.row(i) -= means.row(classes.of()[i]);
    }
  }
  return out;
}

}  // namespace guise::stats
