// SPDX-License-Identifier: Apache-2.0
// Models travel between people: everything in one is checked before it is used, here and nowhere else.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace guise::mining {

/// Throws an Error unless the document is a model of a task that has one: every field there and of its type, every list as long
/// as the columns, classes and other lists ask for, every number finite and in its range, and no field that is not known.
/// Messages begin with `name`, the file's. A model that passes can be loaded and applied to records of its columns.
void check_model(const nlohmann::json& document, const std::string& name);

/// The same rules as a JSON Schema, as far as one can say them: schema/model.schema.json.
nlohmann::ordered_json model_schema();

}  // namespace guise::mining
