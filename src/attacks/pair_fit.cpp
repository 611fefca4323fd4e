// SPDX-License-Identifier: Apache-2.0
#include "attacks/pair_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/alignment.h"
#include "attacks/matrix_fit.h"
#include "stats/gaussian.h"

namespace guise::attacks {
namespace {

// Squared misfit below this share of the squared lengths is rounding error of the released numbers, which may have been written
// with eight digits …
constexpr double kRounding = 1e-16;
// … but not where more pairs than a motion needs show how large it is; then only that of the arithmetic is left.
constexpr double kArithmetic = 1e-26;
// A share of the pairs' spread that no motion explains, beyond what noise does: a Gaussian matrix leaves .1 and more.
constexpr double kBent = 0.05;

/// Numbers in the pairs beyond those of a motion.
double freedom_of(const Pairs& pairs) {
  const double p = static_cast<double>(pairs.originals.rows()), m = static_cast<double>(pairs.originals.cols());
  return p * m - m - m * (m - 1) / 2;
}

/// Variance of the noise per number: as told, else what a motion leaves of the pairs where they are more than it needs.
double noise_per_number(const Knowledge& known, double misfit, const Pairs& pairs) {
  if (known.noise_covariance) return known.noise_covariance->trace() / static_cast<double>(known.noise_covariance->rows());
  const double freedom = freedom_of(pairs);
  return freedom > 0 ? misfit / freedom : 0;
}

/// The nearest motion; where the pairs are exact, or differ in size so much that the nearest drowns in rounding, the exact one.
linalg::Motion motion_of(const Pairs& pairs, linalg::MotionKind kind) {
  linalg::Motion nearest = linalg::procrustes(pairs.originals, pairs.released, kind),
                 exact = linalg::exact_motion(pairs.originals, pairs.released, kind);
  const auto off = [&](const linalg::Motion& motion) { return misfit(motion, pairs.originals, pairs.released); };
  return off(exact) <= std::max(off(nearest), kArithmetic * pairs.released.squaredNorm()) ? exact : nearest;
}

/// Whether the pairs show a translation. It has m numbers of its own: without one they take off about m variances of the noise,
/// rarely more than three standard deviations above that.
bool shows_translation(double with, double without, const Pairs& pairs, const Knowledge& known) {
  const double m = static_cast<double>(pairs.released.cols()), noise = noise_per_number(known, with, pairs);
  const double rounding = freedom_of(pairs) > 0 ? kArithmetic : kRounding;
  return without - with > noise * (m + 3 * std::sqrt(2 * m)) + rounding * pairs.released.squaredNorm();
}

/// How badly the release, turned back, fits the told moments: minus twice the Gaussian log-likelihood per record, up to a
/// constant that is the same for both mirror images.
double strangeness(const linalg::Motion& motion, const Evidence& evidence, const Knowledge& known) {
  const Matrix back = motion.right * motion.left.transpose() / motion.scale;
  const Vector away = motion.from + back * (evidence.moments.mean() - motion.to) - *known.prior_mean;
  Matrix white = back * evidence.moments.covariance() * back.transpose() + away * away.transpose();
  const Matrix root = stats::robust_cholesky(*known.prior_covariance);
  const auto lower = root.triangularView<Eigen::Lower>();
  lower.solveInPlace(white);
  white.transposeInPlace();
  lower.solveInPlace(white);
  return white.trace();
}

/// All directions but one are known, and that one up to its sign.
linalg::Motion settle_mirror(linalg::Motion motion, const Evidence& evidence, const Knowledge& known,
                             std::vector<std::string>& notes) {
  if (motion.determined != motion.from.size() - 1 || !known.prior_mean || !known.prior_covariance) return motion;
  const linalg::Motion other = mirrored(motion);
  const double here = strangeness(motion, evidence, known), there = strangeness(other, evidence, known);
  notes.push_back(fmt::format("of two mirror images the one that fits the moments of the originals: by {:.3g} per record",
                              std::fabs(here - there) / 2));
  if (there < here) motion = other;
  motion.determined = motion.from.size();
  return motion;
}

/// Whether the pairs show the matrix better than the units are known in which it is a rotation. Noise of variance v per number
/// leaves v m / (p - m - 1) of error in the numbers told by p pairs; wrong units a quarter of the error of a variance.
bool outdo_units(const Pairs& pairs, const Knowledge& known) {
  const double p = static_cast<double>(pairs.originals.rows()), m = static_cast<double>(pairs.originals.cols());
  if (!known.unit_errors || p <= m + 1) return false;
  return noise_per_number(known, 0, pairs) * m / (p - m - 1) < known.unit_errors->variance.diagonal().mean() / 4;
}

}  // namespace

bool keeps_lengths(const Knowledge& known) {
  if (known.shape && known.shape->rescaled) return false;
  if (!known.mixed) return true;
  return known.matrix_law && known.matrix_law->turns();
}

bool projects(const Evidence& evidence, const Knowledge& known) {
  if (!known.mixed) return false;
  const bool drawn = known.matrix_law && !known.matrix_law->orthonormal();
  return drawn || evidence.moments.attributes() != attributes_of(evidence, known);
}

linalg::Motion fit_motion(const Pairs& pairs, const Evidence& evidence, const Knowledge& known,
                          std::vector<std::string>& notes) {
  const bool scaled = !keeps_lengths(known);
  Pairs seen = pairs;
  if (known.noise_mean) seen.released.rowwise() -= known.noise_mean->transpose();
  linalg::Motion moved = motion_of(seen, {.translated = true, .scaled = scaled});
  linalg::Motion fixed = motion_of(seen, {.translated = false, .scaled = scaled});
  const bool translated = known.shape ? known.shape->shifted
                                      : shows_translation(misfit(moved, seen.originals, seen.released),
                                                          misfit(fixed, seen.originals, seen.released), seen, known);
  linalg::Motion motion = settle_mirror(translated ? std::move(moved) : std::move(fixed), evidence, known, notes);
  if (known.noise_mean) motion.to += *known.noise_mean;
  notes.push_back(translated ? "the mask moves the origin" : "the mask leaves the origin where it is");
  if (scaled) notes.push_back(fmt::format("lengths are scaled by {:.4g}", motion.scale));
  return motion;
}

bool bends(const linalg::Motion& motion, const Pairs& pairs, const Knowledge& known) {
  const Matrix centred = pairs.released.rowwise() - pairs.released.colwise().mean();
  const double count = static_cast<double>(pairs.originals.size());
  const double noise = known.noise_covariance ? noise_per_number(known, 0, pairs) * count : 0;
  const double rounding = kRounding * pairs.released.squaredNorm();  // a single pair has no spread
  return misfit(motion, pairs.originals, pairs.released) > kBent * centred.squaredNorm() + 2 * noise + rounding;
}

Outcome outcome_of_pairs(const Pairs& pairs, const Evidence& evidence, const Knowledge& known) {
  if (pairs.originals.rows() == 0) return Outcome::not_assessed("there are no known pairs");
  if (pairs.originals.cols() != pairs.released.cols() || outdo_units(pairs, known))
    return outcome_of_matrix(pairs, evidence, known);
  std::vector<std::string> notes;
  const linalg::Motion motion = fit_motion(pairs, evidence, known, notes);
  if ((known.mixed || !keeps_lengths(known)) && bends(motion, pairs, known)) {
    if (!known.shape || !keeps_lengths(known) || known.unit_errors) return outcome_of_matrix(pairs, evidence, known);
    notes.push_back("the pairs lie badly for the rotation that the card tells of: check that they belong together");
  }
  LinearGuess guess = turn_back(motion, evidence, known, notes);
  return linear_outcome(std::move(guess), std::move(notes));
}

}  // namespace guise::attacks
