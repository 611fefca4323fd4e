// SPDX-License-Identifier: Apache-2.0
#include "table/column_patterns.h"

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "base/error.h"

namespace guise::table {
namespace {

/// Whether `name` fits a pattern in which * stands for any characters. Goes back to the last star only.
bool fits(std::string_view name, std::string_view pattern) {
  std::size_t i = 0, p = 0, star = std::string_view::npos, behind = 0;
  while (i < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      behind = i;
    } else if (p < pattern.size() && pattern[p] == name[i]) {
      ++p;
      ++i;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      i = ++behind;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

using Places = std::unordered_map<std::string_view, std::size_t>;

/// A-B, where both are columns: names may hold a minus themselves.
std::optional<std::pair<std::size_t, std::size_t>> range_of(const std::string& wanted, const Places& places) {
  for (std::size_t at = wanted.find('-'); at != std::string::npos; at = wanted.find('-', at + 1)) {
    const auto first = places.find(std::string_view(wanted).substr(0, at));
    const auto last = places.find(std::string_view(wanted).substr(at + 1));
    if (first != places.end() && last != places.end()) return std::pair(first->second, last->second);
  }
  return {};
}

}  // namespace

std::vector<std::string> matching_columns(const Schema& schema, const std::vector<std::string>& wanted,
                                          const std::string& table_name) {
  Places places;
  for (std::size_t i = 0; i < schema.columns.size(); ++i) places.emplace(schema.columns[i].name, i);
  std::vector<std::string> out;
  std::unordered_set<std::string> found;  // by patterns: naming such a column besides is no mistake
  const auto add = [&](const std::string& name) {
    if (found.insert(name).second) out.push_back(name);
  };
  for (const std::string& name : wanted) {
    if (places.contains(name)) {
      if (!found.contains(name)) out.push_back(name);
    } else if (name.find('*') != std::string::npos) {
      bool any = false;
      for (const Column& column : schema.columns) {
        if (!fits(column.name, name)) continue;
        any = true;
        add(column.name);
      }
      require(any, "{} has no column that fits '{}'", table_name, name);
    } else if (const auto range = range_of(name, places)) {
      require(range->first <= range->second, "{}: '{}' runs backwards: its first column stands behind its last", table_name,
              name);
      for (std::size_t i = range->first; i <= range->second; ++i) add(schema.columns[i].name);
    } else {
      out.push_back(name);
    }
  }
  return out;
}

}  // namespace guise::table
