// SPDX-License-Identifier: Apache-2.0
#include "cli/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "base/error.h"
#include "base/names.h"
#include "cli/spelling.h"
#include "cli/yaml_text.h"
#include "table/atomic_file.h"

namespace guise::cli {
namespace {

/// Options whose field has another name; an empty one: they are no part of a plan.
constexpr std::pair<std::string_view, std::string_view> kNames[] = {
    {"IN", "input"},     {"--mask", "masks"},  {"--help", ""},        {"--plan", ""},
    {"--save-plan", ""}, {"--trust-plan", ""}, {"--save-request", ""}};
/// Who names one on the command line does not want the other from the plan.
constexpr std::pair<std::string_view, std::string_view> kInstead[] = {{"IN", "--sql"}, {"--sql", "IN"}};

std::string plan_field(const std::string& option) {
  for (const auto& [name, field] : kNames)
    if (name == option) return std::string(field);
  return field_of(option);
}

std::string where(const std::string& path, const YAML::Mark& mark) {
  return mark.is_null() ? path : fmt::format("{}, line {}", path, mark.line + 1);
}

YAML::Node load(const std::string& path) {
  try {
    YAML::Node plan = load_yaml(table::read_file(path), path);
    require(plan.IsMap(), "{}: a plan is lines of 'field: value'", where(path, plan.Mark()));
    return plan;
  } catch (const YAML::Exception& error) {
    refuse("{}: not YAML: {}", where(path, error.mark), error.msg);
  }
}

/// `at`: file and line of the field, for values that are on none.
std::string scalar(const YAML::Node& node, const std::string& at, const std::string& field) {
  require(!node.IsNull(), "{}: '{}' has no value; leave the line out", at, field);
  require(!node.IsMap(), "{}: '{}' takes values, not further fields", at, field);
  require(node.IsScalar(), "{}: '{}' takes one value, not a list", at, field);
  return node.Scalar();
}

std::vector<std::string> values_of(const YAML::Node& node, const OptionText& option, const std::string& at,
                                   const std::string& field) {
  if (option.flag) {
    const std::string text = scalar(node, at, field);
    require(text == "true" || text == "false", "{}: '{}' is true or false, got '{}'", at, field, text);
    return text == "true" ? std::vector<std::string>{text} : std::vector<std::string>();
  }
  if (!option.many || !node.IsSequence()) return {scalar(node, at, field)};
  std::vector<std::string> out;
  for (const YAML::Node& each : node) out.push_back(scalar(each, at, field));
  require(!out.empty(), "{}: '{}' is an empty list; leave the line out", at, field);
  return out;
}

bool is_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

[[noreturn]] void refuse_field(const std::string& at, const std::string& field,
                               const std::map<std::string, OptionText>& fields) {
  std::vector<std::string_view> known;
  for (const auto& [name, option] : fields) known.push_back(name);
  refuse("{}: no field named '{}'{} (there are {})", at, field, did_you_mean(field, known), enumerate(known));
}

/// As it was before the plan was read: `fields` are from then.
bool on_command_line(const OptionText& option, const std::map<std::string, OptionText>& fields) {
  if (!option.values.empty()) return true;
  for (const auto& [one, other] : kInstead)
    if (one == option.name && !fields.at(plan_field(std::string(other))).values.empty()) return true;
  return false;
}

}  // namespace

void read_plan(const std::string& path, OptionSet& options) {
  std::map<std::string, OptionText> fields;
  for (OptionText& option : options.all())
    if (const std::string field = plan_field(option.name); !field.empty()) fields.emplace(field, std::move(option));
  std::set<std::string> seen;
  for (const auto& entry : load(path)) {
    const std::string at = where(path, entry.first.Mark());
    require(entry.first.IsScalar(), "{}: a field is a word", at);
    const std::string field = entry.first.Scalar();
    if (!fields.contains(field)) refuse_field(at, field, fields);
    require(seen.insert(field).second, "{}: '{}' is there twice", at, field);
    const OptionText& option = fields.at(field);
    const std::vector<std::string> values = values_of(entry.second, option, at, field);
    if (values.empty() || on_command_line(option, fields)) continue;
    const std::string refused = options.give(option.name, values);
    require(refused.empty(), "{}: '{}' cannot be {}: {}", at, field, enumerate(values), refused);
  }
}

std::string plan_text(const OptionSet& options) {
  YAML::Emitter out;
  const auto put = [&](const std::string& value) {
    if (!is_number(value)) out << YAML::DoubleQuoted;
    out << value;
  };
  out << YAML::BeginMap;
  for (const OptionText& option : options.all()) {
    const std::string field = plan_field(option.name);
    if (field.empty() || option.values.empty()) continue;
    out << YAML::Key << field << YAML::Value;
    if (option.flag) {
      out << true;
    } else if (option.many) {
      out << YAML::BeginSeq;
      for (const std::string& value : option.values) put(value);
      out << YAML::EndSeq;
    } else {
      put(option.values.front());
    }
  }
  out << YAML::EndMap;
  return std::string(out.c_str()) + "\n";
}

}  // namespace guise::cli
