// SPDX-License-Identifier: Apache-2.0
#include "attacks/unpaired_refine.h"

#include <algorithm>

namespace guise::attacks {
namespace {

constexpr Index kFewRecords = 2000;  // of the smaller table: above, standard deviations are known to 2 %
constexpr int kRounds = 4;           // for each width
constexpr MatchWidth kWidths[] = {{.share = 0.05}, {.share = 0.02}};

/// Mean squared distance of guesses to the nearest record of the sample, every axis in its own standard deviation.
double apart(const Frame& white, const Frame& own, const Matrix& turn, const Matrix& released) {
  const Matrix along = own.map(turn) * white.sample_axes * white.sample_sd.cwiseInverse().asDiagonal();
  TwoClouds guesses = white.clouds;
  guesses.a = ((released.rowwise() - own.release_mean.transpose()) * along).transpose().cast<float>();
  const Index axes = white.sample_sd.size();
  return nearest_squares(guesses, Matrix::Identity(axes, axes), guesses.b).mean();
}

}  // namespace

Aligned aligned(const Matrix& released, const Matrix& sample, const Frame& frame, const FrameFacts& facts, const Matrix& turn) {
  Aligned best{frame, turn};
  if (!frame.white || !frame.rotation || std::min(released.rows(), sample.rows()) > kFewRecords) return best;
  FrameFacts in_own_units = facts;
  in_own_units.own_units = true;
  Aligned next{frame_of(released, sample, in_own_units), {}};
  if (next.frame.sample_sd.size() != frame.sample_sd.size()) return best;
  next.turn = next.frame.turn(frame.map(turn));
  double least = apart(frame, frame, turn, released);
  for (const MatchWidth& width : kWidths) {
    for (int round = 0; round < kRounds; ++round) next.turn = soft_match(next.frame.clouds, next.turn, next.turn.rows(), width);
    if (const double here = apart(frame, next.frame, next.turn, released); here < least) least = here, best = next;
  }
  return best;
}

}  // namespace guise::attacks
