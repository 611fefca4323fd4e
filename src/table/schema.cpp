// SPDX-License-Identifier: Apache-2.0
#include "table/schema.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "base/error.h"
#include "base/names.h"
#include "table/table.h"

namespace guise::table {

std::optional<std::size_t> Schema::find(const std::string& name) const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return i;
  }
  return std::nullopt;
}

std::vector<std::string> Schema::names() const {
  std::vector<std::string> all;
  for (const Column& column : columns) all.push_back(column.name);
  return all;
}

std::vector<std::string> Schema::numeric() const {
  std::vector<std::string> some;
  for (const Column& column : columns) {
    if (column.type == Type::number || column.type == Type::integer) some.push_back(column.name);
  }
  return some;
}

namespace {

const Column& known(const Schema& schema, const std::string& name, const std::string& table) {
  const auto index = schema.find(name);
  if (!index) {
    const std::vector<std::string> names = schema.names();
    const std::vector<std::string_view> accepted(names.begin(), names.end());
    const std::string hint = did_you_mean(name, accepted);
    const std::string all = names.size() > 20 ? fmt::format("{} columns", names.size()) : enumerate(names);
    refuse("{} has no column '{}'{}", table, name, hint.empty() ? fmt::format("; it has {}", all) : hint);
  }
  return schema.columns[*index];
}

void require_numeric(const Column& column, const std::string& table) {
  require(column.type != Type::text,
          "{}: column '{}' holds text and cannot be masked; leave it out with ‘columns’, or carry it through with ‘keep={}’",
          table, column.name, column.name);
  require(column.type != Type::other,
          "{}: column '{}' is of type {} and cannot be masked; turn it into a number first (e.g. ‘sql’ with a cast), leave it "
          "out with ‘columns’, or carry it through with ‘keep={}’",
          table, column.name, column.sql_type, column.name);
}

void require_distinct(const std::vector<std::string>& names, const std::string& table, std::string_view option) {
  std::set<std::string_view> seen;
  for (const std::string& name : names) {
    require(seen.insert(name).second, "{}: {} names column '{}' twice; name it once", table, option, name);
  }
}

}  // namespace

std::vector<std::string> choose_attributes(const Schema& schema, const std::vector<std::string>& wanted,
                                           const std::vector<std::string>& kept, const std::string& table_name) {
  require_distinct(wanted, table_name, "‘columns’");
  require_distinct(kept, table_name, "‘keep’");
  for (const std::string& name : kept) known(schema, name, table_name);
  const auto is_kept = [&](const std::string& name) { return std::find(kept.begin(), kept.end(), name) != kept.end(); };
  for (const std::string& name : wanted) {
    require_numeric(known(schema, name, table_name), table_name);
    require(!is_kept(name), "{}: column '{}' is named by both ‘columns’ and ‘keep’; it is either masked or kept as it is",
            table_name, name);
  }
  if (!wanted.empty()) return wanted;

  std::vector<std::string> chosen;
  for (const std::string& name : schema.numeric()) {
    if (!is_kept(name)) chosen.push_back(name);
  }
  require(!chosen.empty(), "{} has no numeric column left to mask; its columns are {}", table_name, enumerate(schema.names()));
  return chosen;
}

}  // namespace guise::table
