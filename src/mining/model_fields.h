// SPDX-License-Identifier: Apache-2.0
// What a saved model holds, as tables: the check before a model is used and schema/model.schema.json follow from them.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string_view>

#include "mining/model_sizes.h"

namespace guise::mining {

/// A field of an object. Every number must be finite; a whole one must fit into an int.
struct ModelField {
  enum class Type { number, whole, text, choice, object };
  std::string_view name, help;
  Type type = Type::number;
  /// Names of sizes: "" for one value, "classes" for a list, "classes columns" for a list of lists. A size that is met first is
  /// the length found there, at least 1; later lists must have it. After a `?` a list may also be empty.
  std::string_view shape = {};
  std::optional<double> least = {}, most = {};  ///< of numbers
  std::string_view below = {};                  ///< of whole numbers: the name of a size they are below
  bool positive = false;                        ///< of numbers: above 0
  std::string_view choices = {};                ///< of a choice: words joined by |
  std::span<const ModelField> fields = {};      ///< of an object
  bool optional = false;                        ///< may be left out
  bool nullable = false;                        ///< of a list of objects: null may stand for one
};

/// The parameters of some tasks' models.
struct ModelKind {
  std::string_view name;
  std::string_view tasks;  ///< joined by |
  std::string_view mark = {},
                   is = {};  ///< where a task has several kinds: the field that tells them apart, and its word if any
  std::span<const ModelField> fields;
  /// What the fields' table cannot say; called when all fields are as the table says.
  void (*rules)(const nlohmann::json& parameters, const ModelSizes&) = nullptr;
};

/// Whether a word is one of those joined by |.
bool is_among(std::string_view words, std::string_view word);

/// Of the document around the parameters.
std::span<const ModelField> model_fields();
std::span<const ModelKind> model_kinds();
/// The kind of a task's parameters; nullptr where the task has no model, or its mark is missing.
const ModelKind* model_kind(std::string_view task, const nlohmann::json& parameters);

}  // namespace guise::mining
