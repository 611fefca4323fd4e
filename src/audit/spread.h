// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace guise::audit {

/// A figure over the keys: mean and 95 % t-interval (with one key, the interval of the figure itself).
struct Spread {
  double value = 0, low = 0, high = 0;
};

}  // namespace guise::audit
