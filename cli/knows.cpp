// SPDX-License-Identifier: Apache-2.0
#include "cli/knows.h"

#include <charconv>
#include <cmath>
#include <functional>
#include <map>

#include "base/error.h"
#include "base/names.h"
#include "table/table.h"

namespace guise::cli {
namespace {

std::optional<double> as_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

/// A table with one record and a column for each attribute.
Vector one_record(const std::string& file, const std::vector<std::string>& columns) {
  const table::Table in = table::Table::open(file);
  const Matrix values =
      table::read_all(in, {.attributes = table::choose_attributes(in.schema(), columns, {}, file), .kept = {}});
  require(values.rows() == 1, "{} must hold one record with a value for each column of the release, it has {}", file,
          values.rows());
  return values.row(0);
}

void learn_noise(Known& known, const std::string& value, const std::vector<std::string>& columns) {
  const auto size = static_cast<Index>(columns.size());
  const auto number = as_number(value);
  require(!number || (*number > 0 && std::isfinite(*number)), "--knows noise= takes a standard deviation above 0, got '{}'",
          value);
  const Vector sd = number ? Vector::Constant(size, *number) : one_record(value, columns);
  require((sd.array() > 0).all(), "{}: standard deviations must be above 0", value);
  known.facts.knowledge.noise_covariance = sd.cwiseAbs2().asDiagonal();
  known.facts.knowledge.noise_similarity = 0;
}

void learn_covariance(Known& known, const std::string& value, const std::vector<std::string>& columns) {
  const table::Table in = table::Table::open(value);
  const Matrix covariance = table::read_all(in, {.attributes = in.schema().numeric(), .kept = {}});
  const auto size = static_cast<Index>(columns.size());
  require(covariance.rows() == size && covariance.cols() == size,
          "{} must be {} x {} for the {} columns of the release, it is {} x {}", value, size, size, size, covariance.rows(),
          covariance.cols());
  require(covariance.isApprox(covariance.transpose(), 1e-9), "{} is not symmetric; a covariance is", value);
  known.facts.knowledge.noise_covariance = covariance;
  known.facts.knowledge.noise_similarity = 0;
}

void learn_columns(Known& known, const std::string& value, const std::vector<std::string>& columns) {
  table::Table in = table::Table::open(value);
  const auto theirs = in.schema().numeric();
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (std::find(theirs.begin(), theirs.end(), columns[j]) == theirs.end()) continue;
    known.columns.push_back(table::beside_name(in.name(), columns[j]));
    known.facts.knowledge.known_columns.push_back(static_cast<Index>(j));
  }
  require(!known.columns.empty(), "{} has no column of the release ({}); known columns are matched by name", value,
          enumerate(columns));
  known.beside.push_back(std::move(in));
}

void learn_second(Known& known, const std::string& value, const std::vector<std::string>& columns) {
  table::Table in = table::Table::open(value);
  for (const std::string& name : table::choose_attributes(in.schema(), columns, {}, value))
    known.second.push_back(table::beside_name(in.name(), name));
  known.beside.push_back(std::move(in));
  known.facts.knowledge.second_release = true;
}

using Learn = std::function<void(Known&, const std::string&, const std::vector<std::string>&)>;

const std::map<std::string_view, Learn>& fact_table() {
  static const std::map<std::string_view, Learn> facts = {
      {"noise", learn_noise},
      {"noise-cov", learn_covariance},
      {"noise-mean", [](Known& k, const std::string& v,
                        const std::vector<std::string>& c) { k.facts.knowledge.noise_mean = one_record(v, c); }},
      {"law", [](Known& k, const std::string& v,
                 const std::vector<std::string>&) { k.facts.knowledge.noise_law = random::law_by_name(v); }},
      {"columns", learn_columns},
      {"repeat", learn_second},
      {"thief", [](Known& k, const std::string&, const std::vector<std::string>&) { k.thief = true; }},
  };
  return facts;
}

}  // namespace

Known gather_knowledge(const std::optional<Card>& card, const std::vector<std::string>& facts,
                       const std::vector<std::string>& columns) {
  Known known;
  if (card) known.facts = attacks::knowledge_from(*card);
  std::vector<std::string_view> names;
  for (const auto& [name, _] : fact_table()) names.push_back(name);
  for (const std::string& fact : facts) {
    const std::size_t equals = fact.find('=');
    const std::string name = fact.substr(0, equals), value = equals == std::string::npos ? "" : fact.substr(equals + 1);
    const auto found = fact_table().find(name);
    require(found != fact_table().end(), "--knows has no fact '{}'{} (it takes {})", name, did_you_mean(name, names),
            enumerate(names));
    require((name == "thief") == value.empty(), "--knows {} {}", name,
            name == "thief" ? "takes no value" : "needs a value: " + name + "=…");
    found->second(known, value, columns);
  }
  return known;
}

}  // namespace guise::cli
