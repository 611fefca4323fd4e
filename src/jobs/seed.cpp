// SPDX-License-Identifier: Apache-2.0
#include "jobs/seed.h"

namespace guise::jobs {

std::int64_t draw_seed() {
  std::uint64_t word = 0;
  random::Rng::from_system().words(0, 0, {&word, 1});
  return static_cast<std::int64_t>(word >> 11);
}

std::int64_t seed_of(const Seed& seed) {
  return seed ? *seed : draw_seed();
}

random::Rng rng_of(std::int64_t seed) {
  return random::Rng::from_seed(static_cast<std::uint64_t>(seed));
}

}  // namespace guise::jobs
