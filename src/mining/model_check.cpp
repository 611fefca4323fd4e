// SPDX-License-Identifier: Apache-2.0
#include "mining/model_check.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mining/model_fields.h"
#include "mining/task.h"

namespace guise::mining {
namespace {

using nlohmann::json;
using Type = ModelField::Type;

/// Where a value stands in the document; becomes text only for a message.
struct Place {
  const Place* in = nullptr;
  std::string_view name = {};
  std::size_t number = 0;  ///< in a list, where there is no name
  std::string text() const {
    if (!in) return {};
    const std::string before = in->text();
    return before + (before.empty() ? "" : "/") + (name.empty() ? fmt::format("{}", number) : std::string(name));
  }
};

template <typename... Args>
void require_at(bool holds, const Place& place, fmt::format_string<Args...> sentence, Args&&... args) {
  if (!holds) refuse("{} {}", place.text(), fmt::format(sentence, std::forward<Args>(args)...));
}

void check_object(const json& object, std::span<const ModelField> fields, const Place& place, ModelSizes& sizes);

void check_number(const json& value, const ModelField& field, const Place& place, const ModelSizes& sizes) {
  const bool whole = field.type == Type::whole;
  require_at(whole ? value.is_number_integer() : value.is_number(), place, "is no {}number", whole ? "whole " : "");
  const auto number = value.get<double>();
  require_at(std::isfinite(number), place, "is not a finite number");
  const double most = field.most.value_or(whole ? std::numeric_limits<int>::max() : std::numeric_limits<double>::max());
  const double least = field.least.value_or(-most);
  require_at(number >= least && number <= most, place, "is {}, and must be from {} to {}", number, least, most);
  require_at(!field.positive || number > 0, place, "is {}, and must be above 0", number);
  if (field.below.empty()) return;
  const auto end = sizes.find(field.below).value_or(0);
  require_at(number < static_cast<double>(end), place, "is {}, and there are {} {}, counted from 0", number, end, field.below);
}

void check_value(const json& value, const ModelField& field, const Place& place, ModelSizes& sizes) {
  switch (field.type) {
    case Type::number:
    case Type::whole:
      return check_number(value, field, place, sizes);
    case Type::text:
      return require_at(value.is_string(), place, "is no text");
    case Type::choice:
      return require_at(value.is_string() && is_among(field.choices, value.get_ref<const std::string&>()), place,
                        "must be one of: {}", field.choices);
    case Type::object:
      if (field.nullable && value.is_null()) return;
      if (field.fields.empty()) return require_at(value.is_object(), place, "is no object");
      // Sizes that are met first in an object of a list are its own.
      ModelSizes own = sizes;
      return check_object(value, field.fields, place, field.shape.empty() ? sizes : own);
  }
}

/// The value of a shape, or lists of it.
void check_shape(const json& value, const ModelField& field, std::string_view shape, const Place& place, ModelSizes& sizes) {
  if (shape.empty()) return check_value(value, field, place, sizes);
  const std::size_t space = shape.find(' ');
  std::string_view size = shape.substr(0, space);
  const std::string_view rest = space == shape.npos ? "" : shape.substr(space + 1);
  const bool may_be_empty = size.ends_with('?');
  if (may_be_empty) size.remove_suffix(1);
  require_at(value.is_array(), place, "is no list");
  if (value.empty() && may_be_empty) return;
  if (!sizes.find(size) && !value.empty()) sizes.set(size, value.size());
  require_at(sizes.find(size).has_value(), place, "is empty");
  const std::size_t wanted = *sizes.find(size);
  require_at(value.size() == wanted, place, "is a list of {}, and there are {} {}", value.size(), wanted, size);
  for (std::size_t i = 0; i < value.size(); ++i) check_shape(value[i], field, rest, {.in = &place, .number = i}, sizes);
}

void check_object(const json& object, std::span<const ModelField> fields, const Place& place, ModelSizes& sizes) {
  require_at(object.is_object(), place, "is no object");
  std::size_t known = 0;
  for (const ModelField& field : fields) {
    const Place inside{.in = &place, .name = field.name};
    const auto at = object.find(field.name);
    require_at(at != object.end() || field.optional, inside, "is missing");
    if (at == object.end()) continue;
    ++known;
    check_shape(*at, field, field.shape, inside, sizes);
  }
  if (known == object.size()) return;
  for (const auto& [name, value] : object.items())
    require_at(
        std::any_of(fields.begin(), fields.end(), [&, &key = name](const ModelField& field) { return field.name == key; }),
        {.in = &place, .name = name}, "is no field of a model");
}

void check(const json& document) {
  ModelSizes sizes;
  const Place root{}, inside{.in = &root, .name = "parameters"};
  check_object(document, model_fields(), root, sizes);
  const Task& task = find_task(document["task"].get<std::string>());
  require(task.load != nullptr, "task '{}' has no model", task.name);
  require(task.target == Target::none || document.contains("label"), "label is missing");
  require(task.target != Target::classes || sizes.find("labels"), "label/classes is empty");
  const json& parameters = document["parameters"];
  const ModelKind* kind = model_kind(task.name, parameters);
  require(kind != nullptr, "parameters are of no kind that task '{}' has", task.name);
  check_object(parameters, kind->fields, inside, sizes);
  if (kind->rules) kind->rules(parameters, sizes);
}

}  // namespace

void check_model(const json& document, const std::string& name) {
  require(document.is_object(), "{} is no model: it holds no JSON object", name);
  try {
    check(document);
  } catch (const Error& error) {
    refuse("{} is a damaged model: {}; ask for it again, or learn it again by guise mine TASK … ‘save’", name, error.what());
  }
}

}  // namespace guise::mining
