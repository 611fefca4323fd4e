// SPDX-License-Identifier: Apache-2.0
#include "jobs/fields.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/names.h"

namespace guise::jobs {
namespace {

using nlohmann::json;

std::vector<std::string_view> words_of(std::string_view choices) {
  std::vector<std::string_view> words;
  for (std::size_t start = 0; start < choices.size();) {
    const std::size_t end = std::min(choices.find('|', start), choices.size());
    words.push_back(choices.substr(start, end - start));
    start = end + 1;
  }
  return words;
}

/// A value as it stands in the document, short enough for a sentence.
std::string shown(const json& value) {
  constexpr std::size_t most = 60;
  std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
  if (text.size() > most) text = text.substr(0, most) + "…";
  return text;
}

/// Reads one field; `at` is where it stands.
struct Reader {
  const Field& field;
  const json& value;
  std::string at;

  void want(bool holds, std::string_view what) const {
    require(holds, "{}: '{}' takes {}, got {}", at, field.name, what, shown(value));
  }
  void in_limits(double number) const {
    const bool low = field.least && number < *field.least, high = field.most && number > *field.most;
    require(!low && !high, "{}: '{}' must be {}, got {}", at, field.name,
            field.least && field.most ? fmt::format("between {:g} and {:g}", *field.least, *field.most)
            : field.least             ? fmt::format("at least {:g}", *field.least)
                                      : fmt::format("at most {:g}", field.most.value_or(0)),
            shown(value));
  }
  double whole() const {
    want(value.is_number(), "a whole number");
    const double number = value.get<double>();
    want(number == std::floor(number) && std::abs(number) <= kMostWhole, "a whole number");
    in_limits(number);
    return number;
  }
  std::string text(const json& one) const {
    require(one.is_string(), "{}: '{}' takes text, got {}", at, field.name, shown(one));
    return one.get<std::string>();
  }

  void operator()(bool* place) const {
    want(value.is_boolean(), "true or false");
    *place = value.get<bool>();
  }
  void operator()(int* place) const {
    const double number = whole();
    want(std::abs(number) < 2147483648.0, "a smaller number");
    *place = static_cast<int>(number);
  }
  void operator()(std::int64_t* place) const { *place = static_cast<std::int64_t>(whole()); }
  void operator()(std::optional<std::int64_t>* place) const { *place = static_cast<std::int64_t>(whole()); }
  void operator()(double* place) const {
    want(value.is_number() && std::isfinite(value.get<double>()), "a number");
    in_limits(value.get<double>());
    *place = value.get<double>();
  }
  void operator()(std::string* place) const {
    std::string given = text(value);
    const auto words = words_of(field.choices);
    require(words.empty() || std::find(words.begin(), words.end(), given) != words.end(),
            "{}: '{}' cannot be '{}'{} (it is {})", at, field.name, given, did_you_mean(given, words), fmt::join(words, ", "));
    *place = std::move(given);
  }
  void operator()(std::vector<std::string>* place) const {
    if (value.is_string()) {  // one value is a list of one
      *place = {text(value)};
      return;
    }
    want(value.is_array(), "a list of texts");
    std::vector<std::string> out;
    for (const json& each : value) out.push_back(text(each));
    *place = std::move(out);
  }
};

/// Nothing where the value says no more than that the field is not there.
struct Writer {
  nlohmann::ordered_json operator()(const bool* place) const { return *place ? nlohmann::ordered_json(true) : nullptr; }
  nlohmann::ordered_json operator()(const int* place) const { return *place; }
  nlohmann::ordered_json operator()(const std::int64_t* place) const { return *place; }
  nlohmann::ordered_json operator()(const double* place) const { return *place; }
  nlohmann::ordered_json operator()(const std::optional<std::int64_t>* place) const {
    return *place ? nlohmann::ordered_json(**place) : nullptr;
  }
  nlohmann::ordered_json operator()(const std::string* place) const {
    return place->empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(*place);
  }
  nlohmann::ordered_json operator()(const std::vector<std::string>* place) const {
    return place->empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(*place);
  }
};

struct TypeOf {
  json operator()(const bool*) const { return {{"type", "boolean"}}; }
  json operator()(const int*) const { return {{"type", "integer"}}; }
  json operator()(const std::int64_t*) const { return {{"type", "integer"}}; }
  json operator()(const std::optional<std::int64_t>*) const { return {{"type", "integer"}}; }
  json operator()(const double*) const { return {{"type", "number"}}; }
  json operator()(const std::string*) const { return {{"type", "string"}}; }
  json operator()(const std::vector<std::string>*) const {
    return {{"type", {"array", "string"}}, {"items", {{"type", "string"}}}};
  }
};

}  // namespace

const Field& find_field(const Fields& fields, std::string_view name) {
  const auto found = std::find_if(fields.begin(), fields.end(), [&](const Field& field) { return field.name == name; });
  assert(found != fields.end() && "no such field");
  return *found;
}

std::string Origin::at(std::string_view field) const {
  const auto line = lines.find(field);
  return line == lines.end() ? name : fmt::format("{}, line {}", name, line->second);
}

void read_fields(const json& object, const Fields& fields, const Origin& origin) {
  require(object.is_object(), "{}: a request is an object of fields, got {}", origin.name, shown(object));
  std::vector<std::string_view> known;
  for (const Field& field : fields) known.push_back(field.name);
  for (const auto& [name, value] : object.items()) {
    const auto field = std::find_if(fields.begin(), fields.end(), [&n = name](const Field& f) { return f.name == n; });
    if (field == fields.end())
      refuse("{}: no field named '{}'{} (there are {})", origin.at(name), name, did_you_mean(name, known),
             fmt::join(known, ", "));
    std::visit(Reader{*field, value, origin.at(name)}, field->place);
  }
  for (const Field& field : fields)
    require(!field.required || object.contains(field.name), "{}: '{}' is missing ({})", origin.name, field.name, field.help);
}

nlohmann::ordered_json fields_json(const Fields& fields) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  for (const Field& field : fields)
    if (auto value = std::visit(Writer{}, field.place); !value.is_null()) out[std::string(field.name)] = std::move(value);
  return out;
}

json fields_schema(const Fields& fields, const json& more) {
  json properties = more, required = json::array();
  for (const auto& [name, entry] : more.items()) required.push_back(name);
  for (const Field& field : fields) {
    json entry = std::visit(TypeOf{}, field.place);
    entry["description"] = field.help;
    if (!field.choices.empty()) entry["enum"] = words_of(field.choices);
    if (field.least) entry["minimum"] = *field.least;
    if (field.most) entry["maximum"] = *field.most;
    if (const auto standard = std::visit(Writer{}, field.place); !standard.is_null()) entry["default"] = json(standard);
    if (field.required) required.push_back(field.name);
    properties[std::string(field.name)] = std::move(entry);
  }
  return {{"type", "object"}, {"additionalProperties", false}, {"required", required}, {"properties", properties}};
}

}  // namespace guise::jobs
