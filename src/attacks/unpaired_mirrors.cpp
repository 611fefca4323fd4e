// SPDX-License-Identifier: Apache-2.0
#include "attacks/unpaired_mirrors.h"

namespace guise::attacks {
namespace {

// Wide enough for the density to be known, narrow enough to tell kinds of records apart.
constexpr MatchWidth kWidth = {.share = 0.1};
constexpr int kRounds = 2;           // after which a mirrored axis has drawn the others along
constexpr Index kMostMirrors = 4;    // times the number of axes: tries, at most
constexpr double kLeastGain = 1e-4;  // of the misfit: less is rounding

}  // namespace

OwnUnits::OwnUnits(const Frame& own, Index most_rows, const Matrix& start)
    : clouds_(first_points(own.clouds, most_rows)), compared_(clouds_) {
  compared_.metric = own.sample_sd.norm() * own.sample_sd.cwiseInverse();
  width_ = match_width(clouds_, start, kWidth);
  misfit_width_ = match_width(compared_, start, kWidth);
}

Matrix OwnUnits::settled(Matrix turn, int rounds) const {
  for (int round = 0; round < rounds; ++round) turn = soft_match(clouds_, turn, turn.rows(), width_);
  return turn;
}

Matrix without_mirrors(const OwnUnits& units, Matrix turn) {
  const Index axes = turn.cols();
  double least = units.misfit(turn);
  // The shortest axes first: they are the ones that matching leaves open. Ends once all were tried since the last change.
  Index unchanged = 0;
  for (Index tried = 0; unchanged < axes && tried < kMostMirrors * axes; ++tried, ++unchanged) {
    const Index j = axes - 1 - tried % axes;
    Matrix mirrored = turn;
    mirrored.col(j) *= -1;
    mirrored = units.settled(std::move(mirrored), kRounds);
    const double here = units.misfit(mirrored);
    if (!(here < least - kLeastGain)) continue;
    least = here, turn = std::move(mirrored), unchanged = 0;
  }
  return turn;
}

}  // namespace guise::attacks
