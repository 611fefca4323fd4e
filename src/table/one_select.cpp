// SPDX-License-Identifier: Apache-2.0
#include "table/one_select.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.h"
#include "base/json_text.h"
#include "table/duckdb_session.h"
#include "table/query_files.h"

namespace guise::table {
namespace {

using nlohmann::json;

// DuckDB has table functions that write files (enable_logging, enable_profiling), change the session (checkpoint), or hide a
// query in a text (query): those that only read are named here.
constexpr std::string_view kReading[] = {"generate_series", "glob",       "json_each", "json_tree", "range",
                                         "repeat",          "repeat_row", "sniff_csv", "unnest",    "parquet_scan"};
constexpr std::string_view kReadingBegins[] = {"read_", "parquet_"};
constexpr std::string_view kWriting[] = {"write_log"};  // among the functions of single values

bool only_reads(std::string_view function) {
  return std::find(std::begin(kReading), std::end(kReading), function) != std::end(kReading) ||
         std::any_of(std::begin(kReadingBegins), std::end(kReadingBegins),
                     [&](std::string_view begin) { return function.starts_with(begin); });
}

std::string text_of(const json& node, const char* field) {
  const auto found = node.find(field);
  return found != node.end() && found->is_string() ? found->get<std::string>() : "";
}

void require_reading(const json& node) {
  if (text_of(node, "type") == "TABLE_FUNCTION" && node.contains("function")) {
    const std::string function = text_of(node["function"], "function_name");
    require(only_reads(function),
            "the query calls {}(), and guise runs only functions that read, such as read_csv() and range()", function);
  }
  const std::string function = text_of(node, "function_name");
  require(std::find(std::begin(kWriting), std::end(kWriting), function) == std::end(kWriting),
          "the query calls {}(), which writes; leave it out", function);
}

/// The statements as DuckDB's parser sees them; it gives those of SELECT only.
json parsed(const Session& session, const std::string& sql) {
  const std::string text =
      session.rows("SELECT json_serialize_sql(" + quote_text(sql) + ")", "the query").at(0)[0].value_or("");
  // An expression of a thousand terms is a thousand levels deep, and DuckDB allows no more of them.
  return parse_json(text, "the query", {.depth = 20'000});
}

}  // namespace

nlohmann::json one_select(const Session& session, const std::string& sql) {
  require(sql.find('\0') == std::string::npos, "the query holds a zero byte; leave it out");
  json document = parsed(session, sql);
  if (document.is_object() && document.value("error", false)) {
    if (text_of(document, "error_type") == "not implemented") refuse("the query must be a single SELECT");
    throw_duckdb_error(text_of(document, "error_message").c_str(), "the query");
  }
  require(document.is_object() && document.contains("statements") && document["statements"].size() == 1,
          "the query must be a single SELECT");
  std::vector<const json*> open = {&document};
  while (!open.empty()) {
    const json& node = *open.back();
    open.pop_back();
    if (node.is_object()) require_reading(node);
    if (!node.is_structured()) continue;
    for (const json& each : node) open.push_back(&each);
  }
  return document;
}

void require_one_select(const std::string& sql) {
  const Session session(1);
  require_readable_files(session, one_select(session, sql));
}

}  // namespace guise::table
