// SPDX-License-Identifier: Apache-2.0
// From a generator to the address the kernels take. Internal to random/.
#pragma once
#include "random/kernel_table.h"
#include "random/rng.h"

namespace guise::random {

Address address(const Rng& rng, std::uint32_t stream);

}  // namespace guise::random
