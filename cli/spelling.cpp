// SPDX-License-Identifier: Apache-2.0
#include "cli/spelling.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/setting.h"
#include "jobs/job.h"

namespace guise::cli {
namespace {

/// Fields whose option is not called like them.
const std::map<std::string, std::string>& other_names() {
  static const std::map<std::string, std::string> names = {
      {"masks", "--mask"}, {"limits", "--limit"}, {"out", "-o"}, {"thresholds", "--threshold"}};
  return names;
}

/// Fields of all requests, and options of commands that are no jobs.
const std::set<std::string>& known_fields() {
  static const std::set<std::string> known = [] {
    std::set<std::string> names{"accept", "center",  "chunk",      "help",         "scale",
                                "table",  "threads", "trust_plan", "trust_request"};
    for (const jobs::Job* job : jobs::all_jobs())
      job->with_fields([&](const jobs::Fields& fields) {
        for (const jobs::Field& field : fields) names.emplace(field.name);
      });
    return names;
  }();
  return known;
}

std::string option_of(const std::string& field) {
  if (const auto other = other_names().find(field); other != other_names().end()) return other->second;
  std::string out = "--" + field;
  std::replace(out.begin(), out.end(), '_', '-');
  return out;
}

/// What a shell would read otherwise stands in quotes.
std::string quoted(const std::string& value) {
  constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./,=+:~-";
  return value.starts_with('"') || value.find_first_not_of(plain) == std::string::npos ? value : '"' + value + '"';
}

}  // namespace

std::string field_of(std::string_view option) {
  const std::size_t long_name = option.rfind("--");
  std::string out(option.substr(long_name == std::string_view::npos ? option.find_first_not_of('-') : long_name + 2));
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
}

std::string spelled(std::string_view text) {
  return respelled(text, [](const Setting& setting) -> std::optional<std::string> {
    if (!known_fields().contains(setting.field)) return {};
    return setting.value.empty() ? option_of(setting.field) : option_of(setting.field) + " " + quoted(setting.value);
  });
}

}  // namespace guise::cli
