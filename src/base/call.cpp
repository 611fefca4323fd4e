// SPDX-License-Identifier: Apache-2.0
// Reading "name(key=value, …) | name" as written by a user.
#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "base/named_call.h"
#include "base/params.h"

namespace guise {
namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

/// Cuts at `separator` outside of brackets.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (text[i] == separator && depth == 0) {
      parts.push_back(trim(text.substr(start, i - start)));
      start = i + 1;
    }
  }
  parts.push_back(trim(text.substr(start)));
  return parts;
}

/// Every bracket is closed by its like, and none is closed that was not opened.
bool balanced(std::string_view text) {
  std::string open;
  for (const char c : text) {
    if (c == '(' || c == '[') open += c == '(' ? ')' : ']';
    if (c != ')' && c != ']') continue;
    if (open.empty() || open.back() != c) return false;
    open.pop_back();
  }
  return open.empty();
}

bool is_name(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_'; });
}

}  // namespace

std::string Call::text() const {
  std::string out = name;
  auto sorted = arguments;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    out += i == 0 ? "(" : ",";
    out += sorted[i].first + "=" + sorted[i].second;
  }
  return sorted.empty() ? out : out + ")";
}

Call parse_call(std::string_view text) {
  text = trim(text);
  const std::size_t open = text.find('(');
  Call call{.name = std::string(trim(text.substr(0, open))), .arguments = {}};
  require(is_name(call.name), "'{}' is not a name with parameters; write it like noise(sd=5, law=laplace)", text);
  if (open == std::string_view::npos) return call;
  require(text.back() == ')', "'{}' lacks its closing bracket; write it like noise(sd=5, law=laplace)", text);
  const std::string_view inside = trim(text.substr(open + 1, text.size() - open - 2));
  require(balanced(inside), "the brackets of '{}' do not match; write it like noise(sd=[1,2], law=laplace)", text);
  if (inside.empty()) return call;
  for (const std::string_view part : split(inside, ',')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos && call.name == kPresetStep && call.arguments.empty() && is_name(part)) {
      call.arguments.emplace_back(kPresetName, part);
      continue;
    }
    require(equals != std::string_view::npos, "'{}' in '{}' is not name=value; write it like noise(sd=5, law=laplace)", part,
            text);
    std::string key(trim(part.substr(0, equals))), value(trim(part.substr(equals + 1)));
    value.erase(std::remove_if(value.begin(), value.end(), [](unsigned char c) { return std::isspace(c); }), value.end());
    require(is_name(key) && !value.empty(), "'{}' in '{}' is not name=value; write it like noise(sd=5, law=laplace)", part,
            text);
    for (const auto& [earlier, _] : call.arguments)
      require(earlier != key, "parameter '{}' is given twice in '{}'; give it once", key, text);
    call.arguments.emplace_back(std::move(key), std::move(value));
  }
  return call;
}

std::vector<Call> parse_chain(std::string_view text) {
  std::vector<Call> calls;
  for (const std::string_view part : split(text, '|')) {
    require(!part.empty(), "the mask '{}' has an empty step; join steps by |, like 'standardize | noise(snr=2)'", text);
    calls.push_back(parse_call(part));
  }
  return calls;
}

}  // namespace guise
