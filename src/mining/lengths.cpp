// SPDX-License-Identifier: Apache-2.0
#include "mining/lengths.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace guise::mining {

double noise_power(const Data& data) {
  return data.geometry.noise.size() > 0 ? data.geometry.noise.sum() : 0;
}

double noise_factor(const Data& data, std::int64_t record) {
  for (const OwnerNoise& owner : data.owners)
    if (record < owner.end) return owner.factor;
  return 1;
}

double original_distance(const Data& data, double released_square, std::int64_t record_a, std::int64_t record_b) {
  const double power = noise_power(data) * (noise_factor(data, record_a) + noise_factor(data, record_b));
  return std::sqrt(std::max(0.0, released_square - power) / data.geometry.scale);
}

void note_lengths(const Data& data, std::vector<std::string>& notes) {
  if (data.facts.distorted) {
    notes.push_back("records are distorted: lengths are those in the release, which bend those of the originals");
    return;
  }
  if (data.geometry.scale != 1)
    notes.push_back(
        fmt::format("squared lengths are divided by {:.6g}, what the mask multiplies them by on average", data.geometry.scale));
  if (noise_power(data) > 0)
    notes.push_back(fmt::format("the noise adds {:.6g} to the squared length of a released record", noise_power(data)));
  if (!data.geometry.noise_known)
    notes.push_back("the card does not give the size of all errors in the release: lengths come out too long");
}

}  // namespace guise::mining
