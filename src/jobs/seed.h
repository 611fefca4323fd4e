// SPDX-License-Identifier: Apache-2.0
// Seeds of jobs that draw something. A mask never takes one: it draws from its key file alone.
#pragma once
#include <cstdint>
#include <optional>

#include "random/rng.h"

namespace guise::jobs {

using Seed = std::optional<std::int64_t>;

/// A fresh one, of 53 bits: JSON readers that know doubles alone keep it exactly.
std::int64_t draw_seed();

/// The seed, drawn now where the request has none.
std::int64_t seed_of(const Seed& seed);

random::Rng rng_of(std::int64_t seed);

}  // namespace guise::jobs
