// SPDX-License-Identifier: Apache-2.0
#include "jobs/json_lines.h"
#include "base/json_text.h"

#include <nlohmann/json.hpp>

namespace guise::jobs {
namespace {

constexpr std::size_t kLine = 160;

void add(std::string& out, const nlohmann::json& value, std::size_t depth) {
  const std::string flat = json_text(value, -1);
  if (!value.is_structured() || flat.size() + depth <= kLine) {
    out += flat;
    return;
  }
  const std::string indent(depth + 1, ' ');
  const bool object = value.is_object();
  bool first = true;
  out += object ? '{' : '[';
  for (const auto& [name, each] : value.items()) {
    out += first ? "\n" : ",\n";
    out += indent;
    if (object) out += json_text(nlohmann::json(name), -1) + ": ";
    add(out, each, depth + 1);
    first = false;
  }
  out += "\n" + std::string(depth, ' ') + (object ? '}' : ']');
}

}  // namespace

std::string json_lines(const nlohmann::json& document) {
  std::string out;
  add(out, document, 0);
  return out;
}

}  // namespace guise::jobs
