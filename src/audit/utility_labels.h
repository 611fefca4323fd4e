// SPDX-License-Identifier: Apache-2.0
// How well what is learnt from a release tells a label that stays in clear, of records that were not learnt from.
#pragma once
#include "mining/task.h"

namespace guise::audit {

/// Over five folds. Where the release shows the originals' columns in their units, what was learnt from released records is
/// tried on the originals of others; else on others that were masked with the same key.
double classes_told(const mining::Mined& truth, const mining::Mined& release, const random::Rng& rng);  ///< share of records
double number_told(const mining::Mined& truth, const mining::Mined& release, const random::Rng& rng);   ///< R squared

}  // namespace guise::audit
