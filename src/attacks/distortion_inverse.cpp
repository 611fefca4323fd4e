// SPDX-License-Identifier: Apache-2.0
#include "attacks/distortion_inverse.h"

#include <algorithm>
#include <cmath>

#include "linalg/blas.h"
#include "linalg/pseudo_inverse.h"

namespace guise::attacks {
namespace {

using stats::Activation;

// A point that leaves less than this share of the readings fits to the last digits.
constexpr double kFits = 1e-11;
// Without noise equations are held for exact to this share where the prior fills in what they leave open: its pull is then the
// square of it.
constexpr double kRounding = 1e-6;
// Searches with more unknowns than equations begin with this much noise, and then with a tenth each time: the points that solve
// curved equations exactly are hard to walk along.
constexpr double kFirstNoise = 0.1;
// Sweeps over the sides of a step; each brings the guess nearer, so to end early costs nothing but accuracy.
constexpr int kSweeps = 1000;

/// A step shows on which side of its hyperplane the record lies. Mirrored at a hyperplane that it was on the wrong side of, the
/// guess comes nearer to every point on the right sides of all, the record among them, and is one after finitely many mirrors
/// (Motzkin and Schoenberg 1954).
bool move_to_sides(const DistortionReading& d, const Vector& signs, Vector& z) {
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool moved = false;
    for (Index i = 0; i < signs.size(); ++i) {
      const double u = d.offset(i) + d.weights.row(i).dot(z), length = d.weights.row(i).squaredNorm();
      if (!(u * signs(i) < 0) || !(length > 0)) continue;
      z -= (2 * u / length) * d.weights.row(i).transpose();
      moved = true;
    }
    if (!moved) return true;
  }
  return false;
}

}  // namespace

DistortionInverse::DistortionInverse(DistortionReading reading, const random::Rng& rng)
    : reading_(std::move(reading)), linear_(best_linear(reading_, rng)) {
  if (reading_.mix.size() > 0) size_ = reading_.mix.rowwise().norm().maxCoeff();
  const bool apart = reading_.mix.size() == 0 && stats::facts_of(reading_.f).one_to_one;
  if (apart && reading_.determined()) way_back_ = linalg::pseudo_inverse(reading_.weights).inverse.transpose();
}

/// f(u) = h undone in each unit, then least squares for z in offset + weights z = u.
Matrix DistortionInverse::solve_closed(const Matrix& readings) const {
  Matrix units = readings.unaryExpr([f = reading_.f](double value) { return stats::nearest_preimage(f, value); });
  units.rowwise() -= reading_.offset.transpose();
  return units * way_back_;
}

NewtonPoint DistortionInverse::search_from(const Vector& reading, Vector start) const {
  const bool determined = reading_.determined();
  const double least = reading_.noisy ? 1 : kRounding * size_;
  NewtonPoint point{std::move(start), 0, 0, false};
  if (!determined)
    for (double sd = kFirstNoise * size_; sd > 2 * least; sd /= 10)
      point = descend(reading_, reading, std::move(point.z), {.sd = sd, .prior = true});
  if (reading_.told || reading_.noisy)
    point = descend(reading_, reading, std::move(point.z), {.sd = least, .prior = reading_.told});
  if (determined && !reading_.noisy) point = descend(reading_, reading, std::move(point.z), {.sd = size_, .prior = false});
  return point;
}

/// Of the points that searches from `start` and from what is expected of any record come to, the better one.
NewtonPoint DistortionInverse::search(const Vector& reading, const Vector& start) const {
  NewtonPoint best = search_from(reading, start);
  if (reading_.determined() && !reading_.noisy && best.misfit <= kFits * size_) return best;
  NewtonPoint other = search_from(reading, Vector::Zero(start.size()));
  return other.objective < best.objective ? other : best;
}

DistortionInverse::Found DistortionInverse::find(const MatrixRef& released) const {
  const Matrix readings = reading_.read(released);
  Matrix z = closed_form() ? solve_closed(readings) : linalg::map_records(readings, linear_);
  const bool step = reading_.f == Activation::step, sides = step && reading_.mix.size() == 0;
  Found found;
  const Matrix missed = closed_form() ? Matrix(readings - reading_.expected(z)) : Matrix();
  for (Index i = 0; i < z.rows(); ++i) {
    if (closed_form() && missed.row(i).norm() <= kFits * size_) {
      ++found.settled, ++found.fitting;
      continue;
    }
    Vector start = z.row(i);
    if (step) {
      found.settled += !sides || move_to_sides(reading_, readings.row(i), start);
    } else {
      const NewtonPoint point = search(readings.row(i), start);
      const bool fits = point.misfit <= kFits * size_;
      found.settled += point.settled || fits;
      found.fitting += fits;
      start = point.z;
    }
    if (start.allFinite()) z.row(i) = start;
  }
  found.values = reading_.originals(z);
  return found;
}

}  // namespace guise::attacks
