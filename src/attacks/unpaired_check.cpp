// SPDX-License-Identifier: Apache-2.0
#include "attacks/unpaired_check.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "attacks/sign_evidence.h"
#include "attacks/unpaired_fit.h"
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
constexpr double kLikely = 0;  // … and from which it is better to guess with it than without, where the halves agree on it

Matrix half_of(const Matrix& rows, int which, Index most) {
  const Index half = rows.rows() / 2, count = std::min(half, most);
  return which == 0 ? rows.topRows(count) : rows.middleRows(half, count);
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

}  // namespace

Agreement agreement_of_halves(const Matrix& released, const Matrix& sample, const Frame& whole, const FrameFacts& facts,
                              const random::Rng& rng) {
  const Index axes = whole.clouds.axes(), leading = std::min(axes, kTestedAxes);
  std::array<Matrix, 2> maps;
  for (const int which : {0, 1}) {
    const Frame frame = frame_of(half_of(released, which, kHalfRows), half_of(sample, which, kHalfRows), facts);
    maps[static_cast<std::size_t>(which)] = frame.map(unpaired_turn(frame, rng.fork(which == 0 ? "first" : "second")));
  }
  SignEvidence evidence{.energy = Vector::Zero(leading), .skewness = Vector::Zero(leading)};
  for (const int which : {0, 1}) {
    const SignEvidence found = tested(half_of(released, 1 - which, kTestedRows), half_of(sample, 1 - which, kTestedRows),
                                      maps[static_cast<std::size_t>(which)], whole, leading);
    evidence.energy += found.energy / std::sqrt(2.0);
    evidence.skewness += found.skewness / std::sqrt(2.0);
  }
  const Matrix some = released.topRows(std::min(released.rows(), kComparedRows));
  const Matrix first = guessed(some, maps[0], whole, axes), second = guessed(some, maps[1], whole, axes);
  Agreement out{.axis = Vector(axes)};
  const Vector share = shares(whole);
  bool any = false;
  for (Index j = 0; j < axes; ++j) {
    const double lengths = first.col(j).norm() * second.col(j).norm();
    const double shown = j < leading ? std::max(evidence.energy[j], evidence.skewness[j]) : kConfirmed;
    out.axis[j] = shown > kLikely && lengths > 0 ? first.col(j).dot(second.col(j)) / lengths : 0;
    any = any || (j < leading && shown > kConfirmed);
    if (shown >= kConfirmed) out.total += share[j] * out.axis[j];
  }
  if (!any) return {.axis = Vector::Zero(axes), .total = 0};
  return out;
}

}  // namespace guise::attacks
