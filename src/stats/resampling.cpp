// SPDX-License-Identifier: Apache-2.0
#include "stats/resampling.h"

#include <tbb/parallel_for.h>

#include <algorithm>

namespace guise::stats {

std::vector<double> null_draws(int count, const random::Rng& rng, const std::function<double(const random::Rng&)>& draw) {
  std::vector<double> out(static_cast<std::size_t>(count));
  tbb::parallel_for(0, count,
                    [&](int i) { out[static_cast<std::size_t>(i)] = draw(rng.with_step(static_cast<std::uint32_t>(i))); });
  return out;
}

double resampled_p_value(double statistic, const std::vector<double>& draws) {
  const auto reached = std::count_if(draws.begin(), draws.end(), [&](double drawn) { return drawn >= statistic; });
  return static_cast<double>(1 + reached) / static_cast<double>(1 + draws.size());
}

}  // namespace guise::stats
