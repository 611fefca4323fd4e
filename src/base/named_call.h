// SPDX-License-Identifier: Apache-2.0
// The one call whose first argument may be a bare name, which is then its argument kPresetName: preset(ironcore, factor=2).
#pragma once
#include <string_view>

namespace guise {

inline constexpr std::string_view kPresetStep = "preset", kPresetName = "name";

}  // namespace guise
