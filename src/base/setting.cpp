// SPDX-License-Identifier: Apache-2.0
#include "base/setting.h"

namespace guise {
namespace {

constexpr std::string_view kOpen = "‘", kClose = "’";

}  // namespace

std::string respelled(std::string_view sentence, const std::function<std::optional<std::string>(const Setting&)>& spell) {
  std::string out;
  for (;;) {
    const std::size_t open = sentence.find(kOpen);
    const std::size_t close = open == std::string_view::npos ? open : sentence.find(kClose, open);
    if (close == std::string_view::npos) return out.append(sentence);
    out += sentence.substr(0, open);
    const std::string_view marked = sentence.substr(open, close + kClose.size() - open);
    const std::string_view inside = sentence.substr(open + kOpen.size(), close - open - kOpen.size());
    const std::size_t equals = inside.find('=');
    const bool valued = equals != std::string_view::npos;
    const auto spelling = spell({std::string(inside.substr(0, equals)), valued ? std::string(inside.substr(equals + 1)) : ""});
    if (spelling) {
      out += *spelling;
      sentence.remove_prefix(open + marked.size());
    } else {  // quotes of somebody else: what is inside may still hold a setting
      out += kOpen;
      sentence.remove_prefix(open + kOpen.size());
    }
  }
}

std::vector<Setting> settings_in(std::string_view sentence) {
  std::vector<Setting> out;
  respelled(sentence, [&](const Setting& setting) {
    out.push_back(setting);
    return std::optional<std::string>("");
  });
  return out;
}

}  // namespace guise
