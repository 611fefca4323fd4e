// SPDX-License-Identifier: Apache-2.0
// How a long run tells where it is. The library reports; whoever calls it decides whether to show anything.
#pragma once
#include <cstdint>
#include <functional>
#include <string_view>

namespace guise {

/// Called from any thread, now and then. `total` is 0 when unknown.
using Progress = std::function<void(std::string_view stage, std::int64_t done, std::int64_t total)>;

}  // namespace guise
