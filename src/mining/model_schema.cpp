// SPDX-License-Identifier: Apache-2.0
// The tables of model_fields.h as a JSON Schema.
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "mining/model_check.h"
#include "mining/model_fields.h"

namespace guise::mining {
namespace {

using nlohmann::ordered_json;
using Type = ModelField::Type;

std::vector<std::string> words(std::string_view joined, char separator) {
  std::vector<std::string> out;
  while (!joined.empty()) {
    const std::size_t end = joined.find(separator);
    out.emplace_back(joined.substr(0, end));
    joined = end == joined.npos ? "" : joined.substr(end + 1);
  }
  return out;
}

ordered_json object_schema(std::span<const ModelField> fields);

ordered_json value_schema(const ModelField& field) {
  ordered_json out;
  switch (field.type) {
    case Type::text:
      return {{"type", "string"}};
    case Type::choice:
      return {{"enum", words(field.choices, '|')}};
    case Type::object:
      out = field.fields.empty() ? ordered_json{{"type", "object"}} : object_schema(field.fields);
      if (field.nullable) out = {{"anyOf", {ordered_json{{"type", "null"}}, out}}};
      return out;
    case Type::number:
    case Type::whole:
      break;
  }
  out["type"] = field.type == Type::whole ? "integer" : "number";
  if (field.least) out["minimum"] = *field.least;
  if (field.positive) out["exclusiveMinimum"] = 0;
  if (field.most || field.type == Type::whole) out["maximum"] = field.most.value_or(std::numeric_limits<int>::max());
  return out;
}

ordered_json field_schema(const ModelField& field) {
  ordered_json out = value_schema(field);
  std::vector<std::string> sizes = words(field.shape, ' ');
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    // One of "rivals" and "pairs" is none where there is one class.
    const bool may_be_empty = size->ends_with('?') || *size == "rivals" || *size == "pairs";
    out = {{"type", "array"}, {"minItems", may_be_empty ? 0 : 1}, {"items", std::move(out)}};
  }
  std::string help(field.help);
  if (!field.shape.empty()) help += "; a list per: " + std::string(field.shape);
  if (!field.below.empty()) help += "; below the number of " + std::string(field.below);
  out["description"] = help;
  return out;
}

ordered_json object_schema(std::span<const ModelField> fields) {
  ordered_json properties = ordered_json::object(), required = ordered_json::array();
  for (const ModelField& field : fields) {
    properties[std::string(field.name)] = field_schema(field);
    if (!field.optional) required.push_back(field.name);
  }
  return {{"type", "object"}, {"required", required}, {"additionalProperties", false}, {"properties", properties}};
}

/// For one task: its kinds of parameters.
ordered_json task_schema(const std::string& task) {
  ordered_json kinds = ordered_json::array();
  for (const ModelKind& kind : model_kinds())
    if (is_among(kind.tasks, task)) kinds.push_back({{"$ref", "#/$defs/" + std::string(kind.name)}});
  return {{"if", {{"properties", {{"task", {{"const", task}}}}}}},
          {"then", {{"properties", {{"parameters", {{"anyOf", kinds}}}}}}}};
}

}  // namespace

ordered_json model_schema() {
  ordered_json out = {
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "A saved model of guise mine"},
      {"description",
       "What guise mine accepts as a saved model. Lists with the same words in their description have the same lengths, which "
       "a schema cannot say; guise checks them."}};
  out.update(object_schema(model_fields()));
  std::vector<std::string> tasks;
  for (const ModelKind& kind : model_kinds())
    for (const std::string& task : words(kind.tasks, '|'))
      if (std::find(tasks.begin(), tasks.end(), task) == tasks.end()) tasks.push_back(task);
  out["properties"]["task"]["enum"] = tasks;
  for (const std::string& task : tasks) out["allOf"].push_back(task_schema(task));
  for (const ModelKind& kind : model_kinds()) out["$defs"][std::string(kind.name)] = object_schema(kind.fields);
  return out;
}

}  // namespace guise::mining
