// SPDX-License-Identifier: Apache-2.0
#include "attacks/unpaired_check.h"

#include <algorithm>
#include <cmath>

#include "attacks/sign_evidence.h"
#include "attacks/unpaired_fit.h"
#include "attacks/unpaired_refine.h"
#include "linalg/blas.h"

namespace guise::attacks {
namespace {

constexpr Index kHalfRows = 2500;      // of each half that are attacked, at most
constexpr Index kComparedRows = 2000;  // guesses compared
constexpr Index kTestedRows = 1000;    // of each table in a test of directions: pairs grow with their square
constexpr Index kTestedAxes = 32;      // the longest; the others are found through them
// Standard errors from which a direction is confirmed. Without skewness the statistic has a standard deviation of 0.55, so that
// this is 3.6 of them.
constexpr double kConfirmed = 2;
constexpr double kEnough = 0.9;  // agreement of halves along every axis that needs no second look
constexpr double kLikely = 0;    // … and from which it is better to guess with it than without, where the halves agree on it

/// Records that a rotation is found with, and others that its directions are tested on.
struct Split {
  Matrix fitted, tested;
};

/// Two ways to use the records. Halves have none in common, so that what they agree on is no accident. Where half of the
/// records are too few to find anything, both parts are all but a quarter, a different one: two thirds of their records are the
/// same.
struct Plan {
  Index parts;    ///< 2: fitted on one half; 4: on all but one quarter
  double shared;  ///< share of the records of one fit that the other has too
  double more;    ///< times as many records as one fit has are there
  Index most;     ///< records that are fitted
};
constexpr Plan kHalves = {2, 0.0, 2.0, kHalfRows}, kQuarters = {4, 2.0 / 3, 4.0 / 3, 2 * kHalfRows};

Split split_of(const Matrix& rows, int which, const Plan& plan) {
  const Index part = rows.rows() / plan.parts;
  Split out;
  if (plan.parts == 2) {
    out.fitted = which == 0 ? rows.topRows(std::min(part, plan.most)) : rows.middleRows(part, std::min(part, plan.most));
    out.tested = rows.middleRows(which == 0 ? part : 0, std::min(part, kTestedRows));
    return out;
  }
  const Index first = which * part, count = std::min(rows.rows() - part, plan.most);
  Matrix rest(rows.rows() - part, rows.cols());
  rest << rows.topRows(first), rows.bottomRows(rows.rows() - first - part);
  out.fitted = rest.topRows(count);
  out.tested = rows.middleRows(first, std::min(part, kTestedRows));
  return out;
}

/// The guesses of a half's attack of any records, along the axes of the whole sample, without means.
Matrix guessed(const Matrix& released, const Matrix& map, const Frame& whole, Index axes) {
  const Vector mean = released.colwise().mean();
  return linalg::map_records(released, {mean, map * whole.sample_axes.leftCols(axes), {}, Vector::Zero(axes)});
}

/// Directions of the first half's axes, tested on the other half.
SignEvidence tested(const Matrix& released, const Matrix& sample, const Matrix& map, const Frame& whole, Index axes) {
  const Vector inverse = whole.sample_sd.head(axes).cwiseInverse(), mean = sample.colwise().mean();
  const Matrix wanted = linalg::map_records(sample, {mean, whole.sample_axes.leftCols(axes), {}, Vector::Zero(axes)});
  return sign_evidence(guessed(released, map, whole, axes) * inverse.asDiagonal(), wanted * inverse.asDiagonal());
}

/// How much of the originals' columns lies along each axis, every column in its own standard deviation; adds up to 1.
Vector shares(const Frame& whole) {
  const Matrix along = whole.sample_axes * whole.sample_sd.asDiagonal();
  const Vector variance = along.rowwise().squaredNorm();
  const Vector inverse = variance.unaryExpr([](double v) { return v > 0 ? 1 / v : 0; });
  const Vector out = along.cwiseAbs2().transpose() * inverse;
  return out / std::max(out.sum(), 1e-300);
}

/// Accuracy along an axis of a fit with all records. Parts agree by the square of theirs; unexplained over explained variance
/// falls with the square of the number of records.
double accuracy_of_all(double agreement, const Plan& plan) {
  const double factor = square(plan.more);
  return agreement > 0 ? std::sqrt(factor * agreement / (1 + (factor - 1) * agreement)) : 0.0;
}

Agreement agreement(const Matrix& released, const Matrix& sample, const Frame& whole, const FrameFacts& facts,
                    const Matrix& keep, const Plan& plan, const random::Rng& rng) {
  const Index axes = whole.clouds.axes(), leading = std::min(axes, kTestedAxes);
  Agreement out{.axis = Vector::Zero(axes), .kept = whole.white ? Vector(Vector::Zero(axes)) : Vector(Vector::Ones(axes))};
  SignEvidence evidence{.energy = Vector::Zero(leading), .skewness = Vector::Zero(leading)};
  for (const int which : {0, 1}) {
    const Split own = split_of(released, which, plan), others = split_of(sample, which, plan);
    const Frame frame = frame_of(own.fitted, others.fitted, facts);
    Matrix& map = out.map[static_cast<std::size_t>(which)];
    const Matrix turn = unpaired_turn(frame, rng.fork(which == 0 ? "first" : "second"));
    map = aligned(own.fitted, others.fitted, frame, facts, turn).map();
    const SignEvidence found = tested(own.tested, others.tested, map, whole, leading);
    evidence.energy += found.energy / std::sqrt(2.0);
    evidence.skewness += found.skewness / std::sqrt(2.0);
  }
  const Matrix some = released.topRows(std::min(released.rows(), kComparedRows));
  const Matrix first = guessed(some, out.map[0] * keep, whole, axes), second = guessed(some, out.map[1] * keep, whole, axes);
  const Vector share = shares(whole), shown = evidence.energy.cwiseMax(evidence.skewness);
  if (!(shown.maxCoeff() > kConfirmed)) return out;
  for (Index j = 0; j < axes; ++j) {
    const double lengths = first.col(j).norm() * second.col(j).norm(), sure = j < leading ? shown[j] : kConfirmed;
    if (!(lengths > 0)) continue;
    // Errors that come from records in common do not show as a difference.
    const double cosine = 1 - (1 - first.col(j).dot(second.col(j)) / lengths) / (1 - plan.shared);
    if (!(sure > kLikely)) continue;
    out.axis[j] = cosine;
    // With many axes the guess as it is comes nearer: agreement is then far below what all records reach.
    if (whole.white) out.kept[j] = accuracy_of_all(cosine, plan);
    if (sure >= kConfirmed) out.total += share[j] * out.axis[j];
  }
  return out;
}

}  // namespace

Agreement agreement_of_halves(const Matrix& released, const Matrix& sample, const Frame& whole, const FrameFacts& facts,
                              const Matrix& keep, const random::Rng& rng) {
  Agreement halves = agreement(released, sample, whole, facts, keep, kHalves, rng);
  if (halves.total >= kLeastAgreement && (!whole.white || halves.axis.minCoeff() > kEnough)) return halves;
  if (whole.white && halves.total < kLeastAgreement) return halves;
  Agreement quarters = agreement(released, sample, whole, facts, keep, kQuarters, rng.fork("quarters"));
  if (!whole.white) return quarters;
  quarters.axis = quarters.axis.cwiseMax(halves.axis);
  quarters.kept = quarters.kept.cwiseMax(halves.kept);
  quarters.total = std::max(quarters.total, halves.total);
  return quarters;
}

}  // namespace guise::attacks
