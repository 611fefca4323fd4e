// SPDX-License-Identifier: Apache-2.0
#include "attacks/unpaired_refine.h"

#include <algorithm>
#include <span>
#include <vector>

#include "attacks/unpaired_fit.h"
#include "attacks/unpaired_mirrors.h"
#include "attacks/unpaired_starts.h"

namespace guise::attacks {
namespace {

constexpr Index kSearchRows = 600;  // of each table that mirrors are tried on: what differs between mirror images shows in them
constexpr Index kMostRows = 5000;   // of each table in the last rounds
constexpr int kRounds = 4;          // for each width
constexpr Index kFirstAxes = 8;     // of a start by signs
constexpr MatchWidth kGrown = {.share = 0.1}, kWidths[] = {{.share = 0.3}, {.share = 0.1}, {.share = 0.03}};

/// The principal axes in the records' own units, as third moments point them.
Matrix by_signs(const Frame& own) {
  const Index axes = own.clouds.axes(), first = std::min(axes, kFirstAxes);
  const Matrix start = signs_by_third_moments(own, first).sign.asDiagonal();
  return grown(first_points(own.clouds, kSearchRows), start, axes, kGrown);
}

/// Which of the turns has the least misfit; of equal ones the first.
std::size_t best_of(const OwnUnits& units, std::span<const Matrix> turns) {
  std::vector<double> misfits;
  for (const Matrix& turn : turns) misfits.push_back(units.misfit(turn));
  return static_cast<std::size_t>(std::min_element(misfits.begin(), misfits.end()) - misfits.begin());
}

}  // namespace

Aligned aligned(const Matrix& released, const Matrix& sample, const Frame& frame, const FrameFacts& facts, const Matrix& turn) {
  const Aligned found{frame, turn};
  if (!frame.white || !frame.rotation) return found;
  FrameFacts in_own_units = facts;
  in_own_units.own_units = true;
  Aligned own{frame_of(released, sample, in_own_units), {}};
  if (own.frame.sample_sd.size() != frame.sample_sd.size()) return found;
  const Matrix as_found = own.frame.turn(found.map());

  const OwnUnits some(own.frame, kSearchRows, as_found);
  const Matrix starts[] = {as_found, some.settled(as_found, kRounds), by_signs(own.frame)};
  const Matrix start = without_mirrors(some, starts[best_of(some, starts)]);

  const OwnUnits all(own.frame, kMostRows, start);
  std::vector<Matrix> turns = {as_found, start};
  for (const MatchWidth& width : kWidths) {
    own.turn = turns.back();
    for (int round = 0; round < kRounds; ++round) own.turn = soft_match(all.clouds(), own.turn, own.turn.rows(), width);
    turns.push_back(own.turn);
  }
  const std::size_t best = best_of(all, turns);
  if (best == 0) return found;
  own.turn = turns[best];
  return own;
}

}  // namespace guise::attacks
