// SPDX-License-Identifier: Apache-2.0
#include "cli/spelling.h"

#include <algorithm>
#include <array>

namespace guise::cli {
namespace {

constexpr std::string_view kOpen = "‘", kClose = "’";

/// Fields whose option is not called like them.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kOptions = {
    {{"masks", "--mask"}, {"limits", "--limit"}}};

std::string option_of(std::string_view field) {
  for (const auto& [name, option] : kOptions)
    if (name == field) return std::string(option);
  std::string out = "--" + std::string(field);
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

}  // namespace

std::string field_of(std::string_view option) {
  const std::size_t long_name = option.rfind("--");
  std::string out(option.substr(long_name == std::string_view::npos ? option.find_first_not_of('-') : long_name + 2));
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

std::string spelled(std::string_view text) {
  std::string out;
  for (std::size_t at = 0;;) {
    const std::size_t open = text.find(kOpen, at), close = open == std::string_view::npos ? open : text.find(kClose, open);
    out += text.substr(at, open - at);
    if (close == std::string_view::npos) return open == std::string_view::npos ? out : out.append(text.substr(open));
    const std::string_view inside = text.substr(open + kOpen.size(), close - open - kOpen.size());
    const std::size_t equals = inside.find('=');
    out += option_of(inside.substr(0, equals));
    if (equals != std::string_view::npos) out.append(" ").append(inside.substr(equals + 1));
    at = close + kClose.size();
  }
}

}  // namespace guise::cli
