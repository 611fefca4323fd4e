// SPDX-License-Identifier: Apache-2.0
// The fields of a request, declared once: JSON, its schema, help and the options of a door follow from the declaration.
#pragma once
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace guise::jobs {

/// Where the value is, which says its type.
using Place =
    std::variant<bool*, int*, std::int64_t*, double*, std::string*, std::vector<std::string>*, std::optional<std::int64_t>*>;

/// The largest limit of a whole number: 2^53, since some readers of JSON hold all numbers as doubles.
inline constexpr double kMostWhole = 9007199254740992.0;

/// One field of one request. Its default is what the request holds when it is made.
struct Field {
  std::string_view name;
  Place place;
  std::string_view help;  ///< other fields stand in it as ‘name’ (base/setting.h)
  bool required = false;
  std::string_view choices = {};  ///< accepted words joined by |
  std::optional<double> least = {}, most = {};
};
using Fields = std::vector<Field>;

const Field& find_field(const Fields& fields, std::string_view name);  ///< one that is there

/// A document that somebody wrote, for refusals: its name, and the line of every field where that is known.
struct Origin {
  std::string name = "request";
  std::map<std::string, int, std::less<>> lines = {};
  std::string at(std::string_view field) const;  ///< "audit.yaml, line 3"
};

/// Values of the fields from a JSON object; what it leaves out keeps its default. Refuses fields that do not exist with the
/// nearest name, values of another type or outside of the limits, and missing ones that are required.
void read_fields(const nlohmann::json& object, const Fields& fields, const Origin& origin);

/// The same values as JSON, in the order of the fields, without empty texts, empty lists and flags that are off.
nlohmann::ordered_json fields_json(const Fields& fields);

/// JSON schema of an object with these fields, `more` among them.
nlohmann::json fields_schema(const Fields& fields, const nlohmann::json& more);

}  // namespace guise::jobs
