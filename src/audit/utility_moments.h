// SPDX-License-Identifier: Apache-2.0
// Utility that follows from means and covariances, of the whole table: both passes of an audit gather them anyway.
#pragma once
#include "audit/utility.h"
#include "audit/utility_correlation.h"

namespace guise::audit {

/// Means, covariance and correlation, without the noise where its size is public. `sample`: for the ceiling, a bootstrap.
std::vector<Utility> moment_utilities(const stats::Moments& truth, const UtilitySample& sample,
                                      const std::vector<ReleasedMoments>& releases, const random::Rng& rng);

/// Of the attribute that the others explain best: how well a regression learnt from the release explains it in the originals.
Utility regression_utility(const stats::Moments& truth, const std::vector<std::string>& columns,
                           const std::vector<ReleasedMoments>& releases);

}  // namespace guise::audit
