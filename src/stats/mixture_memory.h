// SPDX-License-Identifier: Apache-2.0
// Several attackers see one release, and whoever fits a mixture to it fits the same one.
#pragma once
#include <functional>

#include "stats/mixture.h"

namespace guise::stats {

/// While one of these exists, a mixture that was fitted to the same observations through the same noise with the same random
/// numbers is not fitted again, whoever asks. What is remembered is a function of these alone, so that answers do not depend on
/// who asks first.
class MixtureMemory {
 public:
  MixtureMemory();
  ~MixtureMemory();
  MixtureMemory(const MixtureMemory&) = delete;
  MixtureMemory& operator=(const MixtureMemory&) = delete;
};

/// `fit()`, unless it is remembered for the same arguments.
Mixture remembered(const Matrix& observed, const Matrix& noise, const MixtureFit& how, const random::Rng& rng,
                   const std::function<Mixture()>& fit);

}  // namespace guise::stats
