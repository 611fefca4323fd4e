// SPDX-License-Identifier: Apache-2.0
#include "attacks/unpaired_fit.h"

#include <algorithm>
#include <cmath>

#include "attacks/unpaired_starts.h"

namespace guise::attacks {
namespace {

constexpr Index kMostRows = 5000;     // of each cloud in a round of growing; the last rounds take all
constexpr Index kTriedAxes = 32;      // axes that starts are compared on
constexpr Index kComparedAxes = 160;  // axes that points are compared along in the last rounds
constexpr double kGrowth = 1.6;
constexpr Index kOneRound = 100;  // from so many axes on one round for each step of growing
constexpr int kFirstRounds = 6, kLastRounds = 2, kSharpRounds = 4;
constexpr double kClipped = 0.9;  // quantile of the distances to the nearest record beyond which they all count the same

// Wide kernels beat nearest neighbours where axes are many and records few (R^2 of 0.84 with 3 matches, 0.92 with 1000); a few
// axes are told by near records alone.
MatchWidth width_of(const Frame& frame) {
  return frame.white ? MatchWidth{.share = 0.02} : MatchWidth{.share = 0.3};
}
constexpr MatchWidth kSharp = {.share = 0.005};

/// Rows for comparing starts: with few axes fewer do.
Index tried_rows(const Frame& frame) {
  return frame.white ? 1000 : 1500;
}

/// The start that brings points nearest to records of the sample that it was not grown with.
Matrix best_start(const Frame& frame, const random::Rng& rng) {
  const Index rows = tried_rows(frame), axes = std::min(kTriedAxes, frame.clouds.axes());
  TwoClouds clouds = first_points(frame.clouds, 2 * rows);
  clouds.a = clouds.a.leftCols(std::min(rows, clouds.a.cols())).eval();
  const Index half = (clouds.b.cols() + 1) / 2;
  const Singles kept_back = clouds.b.rightCols(clouds.b.cols() - half);
  clouds.b = clouds.b.leftCols(half).eval();
  Matrix best;
  double least = 0, clip = 0;
  for (const Matrix& start : rotation_starts(frame, rng)) {
    Vector nearest = nearest_squares(clouds, grown(clouds, start, axes, width_of(frame)), kept_back);
    if (best.size() == 0) {
      Vector sorted = nearest;
      std::sort(sorted.begin(), sorted.end());
      clip = sorted[static_cast<Index>(kClipped * static_cast<double>(sorted.size() - 1))];
    }
    const double distance = nearest.cwiseMin(clip).mean();
    if (best.size() > 0 && !(distance < least)) continue;
    best = start;
    least = distance;
  }
  return best;
}

Matrix refined(const Frame& frame, const TwoClouds& clouds, Matrix turn) {
  for (int round = 0; round < kLastRounds; ++round) turn = soft_match(clouds, turn, turn.rows(), width_of(frame));
  if (frame.white)
    for (int round = 0; round < kSharpRounds; ++round) turn = soft_match(clouds, turn, turn.rows(), kSharp);
  return turn;
}

/// Growing may end in a rotation that has some small axes exchanged. What parts of the records gave is as near as theirs allow;
/// a few rounds with all of them say whether it is nearer.
Matrix nearest_of(const TwoClouds& clouds, Matrix turn, std::span<const Matrix> others) {
  if (others.empty()) return turn;
  double least = nearest_squares(clouds, turn, clouds.b).mean();
  for (const Matrix& other : others) {
    Matrix candidate = other;
    for (int round = 0; round < kSharpRounds; ++round) candidate = soft_match(clouds, candidate, candidate.rows(), kSharp);
    const double distance = nearest_squares(clouds, candidate, clouds.b).mean();
    if (distance < least) least = distance, turn = std::move(candidate);
  }
  return turn;
}

}  // namespace

Matrix grown(const TwoClouds& clouds, Matrix turn, Index axes, const MatchWidth& width) {
  for (int round = 0; round < kFirstRounds; ++round) turn = soft_match(clouds, turn, turn.rows(), width);
  while (turn.rows() < axes) {
    const Index next = std::min(axes, static_cast<Index>(std::ceil(kGrowth * static_cast<double>(turn.rows()))));
    turn = soft_match(clouds, turn, next, width);
    if (next < kOneRound) turn = soft_match(clouds, turn, next, width);
  }
  return turn;
}

Matrix unpaired_turn(const Frame& frame, const random::Rng& rng, std::span<const Matrix> others) {
  const Index axes = frame.clouds.axes();
  const MatchWidth width = width_of(frame);
  const TwoClouds some = first_points(frame.clouds, kMostRows);
  Matrix turn = nearest_of(some, refined(frame, some, grown(some, best_start(frame, rng), axes, width)), others);
  if (std::max(frame.clouds.a.cols(), frame.clouds.b.cols()) > kMostRows)
    for (int round = 0; round < kLastRounds; ++round)
      turn = soft_match(frame.clouds, turn.leftCols(std::min(axes, kComparedAxes)), axes, frame.white ? kSharp : width);
  return turn;
}

}  // namespace guise::attacks
