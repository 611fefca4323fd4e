// SPDX-License-Identifier: Apache-2.0
// YAML written by others, read under limits.
#pragma once
#include <yaml-cpp/yaml.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace guise::cli {

constexpr std::size_t kYamlBytes = std::size_t{1} << 20;  ///< a plan of every option takes some thousand
constexpr int kYamlDepth = 8;                             ///< a plan has two levels: fields, and lists of values

/// The one document of a text. Refuses a text that is too long, nested too deep, empty, or holds several, before nodes are made
/// of what is too much; what is no YAML throws YAML::Exception. `what` it is, for
/// refusals.
YAML::Node load_yaml(const std::string& text, const std::string& origin, std::string_view what = "plan");

}  // namespace guise::cli
