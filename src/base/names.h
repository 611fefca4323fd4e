// SPDX-License-Identifier: Apache-2.0
// Names: finding the one that was meant.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace guise {

/// The accepted name nearest to a misspelt one by edit distance; empty when none is near enough to have been meant.
std::string nearest_name(std::string_view given, std::span<const std::string_view> accepted);

/// "; did you mean 'pca'?" or "" — for the end of an error sentence.
std::string did_you_mean(std::string_view given, std::span<const std::string_view> accepted);

/// "a, b and c"
std::string enumerate(std::span<const std::string_view> names);
std::string enumerate(const std::vector<std::string>& names);

}  // namespace guise
