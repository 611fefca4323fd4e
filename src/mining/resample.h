// SPDX-License-Identifier: Apache-2.0
// Originals drawn again and originals torn apart: what a release is measured between.
#pragma once
#include "mining/data.h"

namespace guise::mining {

/// As many records drawn with replacement.
Records bootstrap(const Records& all, const random::Rng& rng);

/// Every column in an order of its own; the label stays.
Records shuffled(Records all, const random::Rng& rng);

}  // namespace guise::mining
