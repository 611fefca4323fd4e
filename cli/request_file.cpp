// SPDX-License-Identifier: Apache-2.0
#include "cli/request_file.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"
#include "cli/streams.h"
#include "cli/yaml_text.h"
#include "jobs/numbers.h"
#include "table/atomic_file.h"
#include "table/database_address.h"

namespace guise::cli {
namespace {

using nlohmann::json;

constexpr int kMostValues = 100'000;  // columns of a wide table, many times over

std::string where(const std::string& path, const YAML::Mark& mark) {
  return mark.is_null() ? path : fmt::format("{}, line {}", path, mark.line + 1);
}

json scalar(const YAML::Node& node) {
  const std::string& text = node.Scalar();
  if (node.Tag() == "!") return text;  // in quotes
  if (text == "true" || text == "false") return text == "true";
  std::int64_t whole = 0;
  const char* end = text.data() + text.size();
  if (const auto [last, error] = std::from_chars(text.data(), end, whole); error == std::errc() && last == end) return whole;
  if (const auto number = jobs::as_number(text); number && std::isfinite(*number)) return *number;
  return text;
}

/// YAML in JSON's types: what is not in quotes is true, false, a number or else text. Under limits, since an alias may stand
/// for much, or for what it is in itself.
class Converter {
 public:
  explicit Converter(const std::string& path) : path_(path) {}

  json operator()(const YAML::Node& node, int depth = 0) {
    require(depth <= kYamlDepth && ++values_ <= kMostValues, "{} holds more than {} values, or more than {} levels of them",
            path_, kMostValues, kYamlDepth);
    if (node.IsScalar()) return scalar(node);
    if (node.IsSequence()) {
      json out = json::array();
      for (const YAML::Node& each : node) out.push_back((*this)(each, depth + 1));
      return out;
    }
    return node.IsMap() ? object(node, depth) : json();
  }

 private:
  json object(const YAML::Node& node, int depth) {
    json out = json::object();
    for (const auto& entry : node) {
      const std::string at = where(path_, entry.first.Mark());
      require(entry.first.IsScalar(), "{}: a field is a word", at);
      require(!out.contains(entry.first.Scalar()), "{}: '{}' is there twice", at, entry.first.Scalar());
      out[entry.first.Scalar()] = (*this)(entry.second, depth + 1);
    }
    return out;
  }

  const std::string& path_;
  int values_ = 0;
};

}  // namespace

RequestFile read_request_file(const std::string& path, bool trusted) {
  RequestFile file{.path = path, .trusted = trusted};
  file.origin.name = path;
  try {
    const YAML::Node document = load_yaml(table::read_file(path), path, "request");
    require(document.IsMap(), "{}: a request is lines of 'field: value', or a JSON object", where(path, document.Mark()));
    for (const auto& entry : document)
      if (entry.first.IsScalar()) file.origin.lines[entry.first.Scalar()] = entry.first.Mark().line + 1;
    file.document = Converter(path)(document);
  } catch (const YAML::Exception& error) {
    refuse("{}: neither JSON nor YAML: {}", where(path, error.mark), error.msg);
  }
  return file;
}

void save_request(const std::string& path, std::string_view job, const jobs::Fields& fields, jobs::FilesInUse files) {
  files.writes("the request", path);
  std::string text;
  try {
    text = jobs::request_json(job, fields).dump(2) + "\n";
  } catch (const nlohmann::json::type_error&) {  // replaced bytes would name another file when the request is repeated
    refuse("--save-request: a name is not UTF-8, which {} is written in; rename the file or column", path);
  }
  table::write_file(path, text);
}

bool asks_elsewhere(const jobs::Input& in) {
  return !in.sql.empty() || table::is_database_address(in.path);
}

void take_query(jobs::Input& in, const std::string& file, bool trusted, std::string_view trust) {
  table::require_no_password(in.path);  // before it is shown
  in.written_in = file;
  in.trust = trust;
  if (!trusted) in.folder = std::filesystem::absolute(file).parent_path().string();
  const std::string what = in.sql.empty() ? in.path : in.sql;
  complain(wrap(fmt::format("{} reads its table by a query{}: {}", file, trusted ? ", from any file" : "", what), 2));
}

}  // namespace guise::cli
