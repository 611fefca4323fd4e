// SPDX-License-Identifier: Apache-2.0
// How a long run tells where it is. The library reports; whoever calls it decides whether to show anything.
#pragma once
#include <cstdint>
#include <functional>
#include <string_view>

namespace guise {

/// What is counted: "records" of a pass, "attacks" that were learnt. `total` is 0 when unknown.
struct Stage {
  std::string_view name;
  std::int64_t done = 0, total = 0;
  std::string_view unit = "records";
};

/// Called from any thread, now and then.
using Progress = std::function<void(const Stage&)>;

}  // namespace guise
