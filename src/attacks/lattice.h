// SPDX-License-Identifier: Apache-2.0
// Values that are multiples of a unit, behind noise: whether a release shows them, and which multiple is the most likely.
#pragma once
#include <optional>
#include <vector>

#include "base/matrix.h"
#include "random/laws.h"

namespace guise::attacks {

/// Noise of one attribute.
struct Noise {
  random::Law law = random::Law::gaussian;
  double sd = 0;
  double step = 0;  ///< what released values were rounded to after the noise; 0: they have all their digits
};

/// E cos(2 pi r / unit): multiples of the unit behind noise have the mean phase exp(2 pi i y / unit) of the noise alone.
double noise_phase(const Noise& noise, double unit);

/// drowned: noise, rounding or the digits of the values are too coarse to tell
enum class Sign { present, absent, drowned };
/// Compares the mean phase of the values with that of the noise, and with that of continuous values of the same variance.
Sign lattice_sign(const Vector& values, const Noise& noise, double unit);

/// Whether the values belong to more than one multiple of the unit: of one alone no unit can be seen.
bool shows_several(const Vector& values, const Noise& noise, double unit);

/// Chance at most that continuous values are taken for multiples of any unit: find_unit tries kUnits of them, and each must lie
/// five standard errors from where such values are.
constexpr int kUnits = 19;
double false_alarms();

/// The largest of 1000, 500, 200, 100, … 0.001 whose multiples the values are, several of them.
std::optional<double> find_unit(const Vector& values, const Noise& noise);

/// Chance that the nearest multiple is the right one, all multiples being equally likely: 2 F(unit / 2) - 1.
double rounding_hits(const Noise& noise, double unit);

class Lattice {
 public:
  /// Probabilities of the multiples from noisy values, by expectation maximisation.
  Lattice(const Vector& values, const Noise& noise, double unit);

  struct Point {
    double value, probability, sd;  ///< sd: root of the expected squared error
  };
  Point most_likely(double y) const;

 private:
  class Nearby;
  struct Range {
    std::size_t from, to;
  };
  Range near(double y) const;  // multiples that noise can reach from y
  void likelihoods(const Range& range, double y, std::vector<double>& out) const;
  double at(std::size_t k) const { return (first_ + static_cast<double>(k)) * unit_; }
  std::vector<double> expected_counts(const std::vector<double>& values);
  double log_likelihood(Nearby& nearby, std::size_t values) const;
  Noise noise_;
  double unit_, first_ = 0;
  std::vector<double> prior_;  // empty when there are too many multiples to learn it
};

}  // namespace guise::attacks
