// SPDX-License-Identifier: Apache-2.0
// The signals of paper 001. The paper names their kinds, not their frequencies or amplitudes: those are chosen here.
#pragma once
#include <array>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::papers {

/// Periods per table of the three groups of features.
using Cycles = std::array<double, 3>;
inline constexpr Cycles kSlow = {1, 2, 3};
inline constexpr Cycles kFast = {10, 15, 20};

inline constexpr Index kInstances = 300, kFeatures = 35;  // section VIII.A
inline constexpr int kReferenceSeeds = 20;                // seeds behind the reference figures these experiments are judged by

/// Feature j is a sine, square or triangle wave (j mod 3) with cycles[(j / 3) mod 3] periods and amplitude 1 + (j mod 5) / 5.
Matrix trends(const Cycles& cycles);
/// Which features have the square trend of figures 9 and 10.
std::array<Index, 12> square_features();

/// Sawtooth features with 1 to 3 teeth and amplitudes 2 to 4, scaled to the given mean variance (figure 14).
Matrix sawteeth(double variance);

/// 10 000 samples of a plucked tune: decaying notes with overtones (stands in for the recording of figure 6).
Vector tune();

/// Values of the triangular density on [0, 1], interval by interval, sorted between intervals but not inside (section VIII.B).
Vector triangular(Index count, int intervals, const random::Rng& rng);

}  // namespace guise::papers
