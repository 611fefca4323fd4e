// SPDX-License-Identifier: Apache-2.0
#include "table/query_files.h"

#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "table/duckdb_session.h"
#include "table/json_depth.h"

namespace guise::table {
namespace {

using nlohmann::json;

/// A text of the query that may be the name of a file, and whether DuckDB would read that as JSON.
struct Named {
  std::string name;
  bool json = false;
};

bool ends_as_json(std::string_view name) {
  return name.ends_with(".json") || name.ends_with(".jsonl") || name.ends_with(".ndjson");
}

void add_texts(const json& node, bool from_json, std::vector<Named>& out) {
  std::vector<const json*> open = {&node};
  while (!open.empty()) {
    const json& each = *open.back();
    open.pop_back();
    if (each.is_string())
      out.push_back({each.get<std::string>(), from_json || ends_as_json(each.get_ref<const std::string&>())});
    if (each.is_structured())
      for (const json& inner : each) open.push_back(&inner);
  }
}

/// Tables of FROM, which may be files, and what table functions are called with.
std::vector<Named> names_in(const json& query) {
  std::vector<Named> out;
  std::vector<const json*> open = {&query};
  while (!open.empty()) {
    const json& node = *open.back();
    open.pop_back();
    if (!node.is_structured()) continue;
    if (node.is_object()) {
      const json type = node.value("type", json());
      if (type == "BASE_TABLE" && node.contains("table_name")) add_texts(node["table_name"], false, out);
      if (type == "TABLE_FUNCTION" && node.contains("function")) {
        const json function = node["function"].value("function_name", json());
        add_texts(node["function"], function.is_string() && function.get<std::string>().find("json") != std::string::npos, out);
      }
    }
    for (const json& each : node) open.push_back(&each);
  }
  return out;
}

/// Of a pattern all that match; DuckDB leaves pipes out of them by itself.
std::vector<std::string> files_of(const Session& session, const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::exists(name, ignored)) return {name};
  if (name.find_first_of("*?[") == std::string::npos) return {};
  std::vector<std::string> out;
  try {
    for (const Row& row : session.rows("SELECT file FROM glob(" + quote_text(name) + ")", "the query"))
      out.push_back(row[0].value_or(""));
  } catch (const Error&) {  // no pattern of files
  }
  return out;
}

}  // namespace

void require_readable_files(const Session& session, const json& query) {
  for (const Named& named : names_in(query))
    for (const std::string& file : files_of(session, named.name)) {
      struct stat info {};
      if (::stat(file.c_str(), &info) != 0 || S_ISDIR(info.st_mode)) continue;
      require(S_ISREG(info.st_mode),
              "the query reads {}, which is no regular file; save it to one first, or pass '-' to read CSV from a pipe", file);
      if (named.json && info.st_size > 0) require_shallow(InputFile(file));
    }
}

}  // namespace guise::table
