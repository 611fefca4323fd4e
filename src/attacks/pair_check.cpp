// SPDX-License-Identifier: Apache-2.0
#include "attacks/pair_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/alignment.h"
#include "attacks/pair_fit.h"
#include "attacks/rounding.h"
#include "linalg/pairwise.h"
#include "linalg/spectrum.h"

namespace guise::attacks {
namespace {

// Distances of more pairs than this are those of as many of them, so that checking costs less than the attack.
constexpr Index kMostPairs = 1000;
// Right pairs are refused less than once in a million times.
constexpr double kOnceIn = 1e6;
// Share of the lengths that single precision may have rounded away, here or there.
constexpr double kDigits = 1e-6;

/// |e_i - e_j| is hardly ever above this for any two of the pairs: for Gaussian noise of covariance E a difference is longer
/// than sqrt(2 tr E) + t sqrt(2 l), l the largest eigenvalue, with probability exp(-t^2 / 2); Laplace noise reaches farther.
double most_noise(const Knowledge& known, Index pairs, double largest) {
  const double power = std::max(known.noise_covariance->trace(), 0.0);
  const double chances = std::log(kOnceIn * square(static_cast<double>(pairs)) * static_cast<double>(known.attributes + 1));
  const bool light = known.noise_law && *known.noise_law != random::Law::laplace;
  return std::sqrt(2 * power) + (light ? std::sqrt(2 * chances) : chances) * std::sqrt(2 * largest);
}

/// Whether noise alone may part two pairs by so much. The largest eigenvalue is at least the largest variance, and where that
/// is enough it is not needed.
bool may_be_noise(const Knowledge& known, Index pairs, double apart) {
  if (!known.noise_covariance) return apart <= 0;
  const Matrix& noise = *known.noise_covariance;
  if (apart <= most_noise(known, pairs, std::max(noise.diagonal().maxCoeff(), 0.0))) return true;
  const double largest =
      known.noise_similarity == 0 ? std::max(linalg::symmetric_spectrum(noise).values(0), 0.0) : std::max(noise.trace(), 0.0);
  return apart <= most_noise(known, pairs, largest);
}

double most_rounded(const Matrix& rows, bool whole_is_exact) {
  Vector units = decimal_units(rows);
  if (whole_is_exact) units = (units.array() < 1).select(units, 0);
  return most_rounding(units) + kDigits * rows.rowwise().norm().maxCoeff();
}

Matrix distances_of(const Matrix& rows) {
  const Matrix centred = rows.rowwise() - rows.colwise().mean();
  return linalg::squared_distances(centred, centred).cwiseSqrt();
}

}  // namespace

std::string why_not_pairs(const Knowledge& known) {
  if (!known.pairs || !known.shape || !keeps_lengths(known) || known.factor || known.cells) return {};
  if (known.unit_errors || (!known.shape->exact && !known.noise_covariance)) return {};
  const std::vector<Index> rows = evenly_spread(known.pairs->originals.rows(), kMostPairs);
  if (rows.size() < 2 || known.pairs->originals.cols() != known.pairs->released.cols()) return {};
  const Matrix originals = known.pairs->originals(rows, Eigen::all), released = known.pairs->released(rows, Eigen::all);
  const Matrix before = distances_of(originals), after = distances_of(released);
  // What comes besides noise, clipping, only brings records nearer.
  const Matrix off = known.shape->exact ? Matrix((after - before).cwiseAbs()) : Matrix(after - before);
  Index i = 0, j = 0;
  const double most = off.maxCoeff(&i, &j);
  if (!std::isfinite(most)) return {};  // of numbers that have no squares
  if (may_be_noise(known, off.rows(), most - most_rounded(originals, true) - most_rounded(released, false))) return {};
  return fmt::format(
      "known pairs {} and {} are {:.3g} apart as originals and {:.3g} as released, and the card says that the mask keeps "
      "distances{}; check that both files hold the same records in the same order",
      rows[static_cast<std::size_t>(std::min(i, j))] + 1, rows[static_cast<std::size_t>(std::max(i, j))] + 1, before(i, j),
      after(i, j), known.noise_covariance ? " but for its noise" : "");
}

}  // namespace guise::attacks
