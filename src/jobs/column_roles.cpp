// SPDX-License-Identifier: Apache-2.0
#include "jobs/column_roles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "table/format.h"

namespace guise::jobs {
namespace {

constexpr double kMostCategories = 50;         // values of a text
constexpr double kMostCodes = 20;              // values of a whole number
constexpr double kRecordsOfCategory = 10;      // at least, for each value on average
constexpr std::int64_t kLeastIdentified = 10;  // records: fewer may differ by chance
constexpr double kNearlyAll = 0.9;             // of the values of an identifier are different; an estimate is 3 % off

/// Whether one of the words of a name, divided by anything but letters, is among these.
bool has_word(const std::string& name, std::initializer_list<std::string_view> words) {
  const std::string lower = table::in_lower_case(name);
  for (std::size_t begin = 0; begin < lower.size();) {
    std::size_t end = begin;
    while (end < lower.size() && lower[end] >= 'a' && lower[end] <= 'z') ++end;
    if (std::find(words.begin(), words.end(), std::string_view(lower).substr(begin, end - begin)) != words.end()) return true;
    begin = end + 1;
  }
  return false;
}

bool is_identifier_name(const std::string& name) {
  return has_word(name, {"id", "ids", "uuid", "guid", "key", "ssn", "nhs", "mrn", "pid", "uid", "identifier", "email", "phone",
                         "passport", "account", "iban", "record", "rowid"}) ||
         (name.size() > 2 && name.ends_with("Id")) || (name.size() > 2 && name.ends_with("ID"));
}

bool is_identifier(const table::Column& column, const ColumnFacts& facts) {
  const auto there = static_cast<double>(facts.there());
  if (facts.there() < kLeastIdentified || facts.distinct.count() < kNearlyAll * there) return false;
  if (column.type == table::Type::text) return true;
  if (column.type == table::Type::other || !facts.whole) return false;
  // Numbers in a row, or whole numbers that are all different under such a name.
  const bool dense = facts.most - facts.least < 2 * there;
  return (facts.ascending && dense) || is_identifier_name(column.name);
}

bool is_date(const table::Column& column, const ColumnFacts& facts) {
  if (facts.there() == 0) return false;
  if (column.type == table::Type::other) return column.sql_type.starts_with("DATE") || column.sql_type.starts_with("TIME");
  return column.type == table::Type::text ? facts.dates : facts.calendar;
}

bool is_category(const table::Column& column, const ColumnFacts& facts) {
  if (column.sql_type == "BOOLEAN") return true;
  const bool text = column.type == table::Type::text;
  if (!text && !facts.whole) return false;
  const double values = facts.distinct.count();
  return values <= (text ? kMostCategories : kMostCodes) && static_cast<double>(facts.there()) >= kRecordsOfCategory * values;
}

}  // namespace

std::string_view name_of(Role role) {
  constexpr std::array<std::string_view, 7> names = {"", "identifier", "weight", "date", "category", "constant", "empty"};
  return names[static_cast<std::size_t>(role)];
}

bool is_weight_name(const std::string& column) {
  return has_word(column, {"wgt", "fnlwgt", "pweight", "fweight", "aweight", "iweight", "wt", "weights", "finalweight"}) ||
         (has_word(column, {"weight"}) &&
          has_word(column, {"sample", "sampling", "survey", "design", "final", "person", "analysis"}));
}

Role role_of(const table::Column& column, const ColumnFacts& facts, double mean) {
  if (facts.there() == 0) return Role::empty;
  if (facts.distinct.exact() && facts.distinct.count() == 1) return Role::constant;
  if (is_date(column, facts)) return Role::date;
  const bool numeric = column.type == table::Type::number || column.type == table::Type::integer;
  // A body's weight is no weight of a record, whose weights are about 1 on average.
  const bool about_one = has_word(column.name, {"weight", "w"}) && mean > 0.8 && mean < 1.25;
  if (numeric && facts.least >= 0 && (is_weight_name(column.name) || about_one)) return Role::weight;
  if (is_identifier(column, facts)) return Role::identifier;
  return is_category(column, facts) ? Role::category : Role::none;
}

std::string granularity(const ColumnFacts& facts) {
  if (facts.there() == 0) return "";
  if (facts.whole) return facts.divisor > 1 ? fmt::format("multiples of {}", facts.divisor) : "whole numbers";
  if (facts.decimals < 1 || facts.decimals > 3) return "";
  return fmt::format("rounded to {:.{}f}", std::pow(10.0, -facts.decimals), facts.decimals);
}

}  // namespace guise::jobs
