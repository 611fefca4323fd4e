// SPDX-License-Identifier: Apache-2.0
// Whether released rows have owners among the originals at all. The nearest original is always near; a row of its owner has one
// that is much nearer than the next. Leave-one-out originals give the null distribution. Rows behind noise lie between the
// originals, where all of these are about equally far: such originals get noise too, as much as the rows' own distances show.
#pragma once
#include <array>

#include "audit/owners.h"

namespace guise::audit {

/// Noise of the decoys, in that of the channel.
constexpr std::array<double, 5> kDecoyNoise = {0, 0.35, 0.7, 1, 1.4};

/// Owners of rows first, then those of decoys: originals with noise, each without itself. `begin[l]` is the first one with the
/// l-th noise, the last entry is the end.
using DecoyRanges = std::array<Index, kDecoyNoise.size() + 1>;

struct ToldApart {
  double share = 0;   ///< of the rows whose nearest original is nearer than chance explains, at least
  double errors = 0;  ///< standard errors of the difference between rows and decoys
  bool no_chance() const;
};

/// `rows`: those to judge by, which no channel was fitted to.
ToldApart told_apart(const Owners& owners, const std::vector<Index>& rows, const DecoyRanges& decoys);

}  // namespace guise::audit
