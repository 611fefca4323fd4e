// SPDX-License-Identifier: Apache-2.0
#include "cli/knows.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/error.h"
#include "base/names.h"
#include "cli/numbers.h"
#include "masks/mask.h"
#include "table/table.h"

namespace guise::cli {
namespace {

/// The columns of a file that are called like this, in this order; all of them must be there.
Matrix read_columns(const std::string& file, const std::vector<std::string>& columns) {
  const table::Table in = table::Table::open(file);
  return table::read_all(
      in,
      {.attributes = table::choose_attributes(in.schema(), columns, {}, file), .kept = {}, .missing = table::Missing::refuse});
}

/// A matrix without names: every numeric column of a file.
Matrix read_matrix(const std::string& file) {
  const table::Table in = table::Table::open(file);
  for (const table::Column& column : in.schema().columns)
    require(column.type == table::Type::number || column.type == table::Type::integer,
            "{} must hold numbers alone, column '{}' does not", file, column.name);
  return table::read_all(in, {.attributes = in.schema().numeric(), .kept = {}, .missing = table::Missing::refuse});
}

/// A table with one record and a column for each attribute.
Vector one_record(const std::string& file, const std::vector<std::string>& columns) {
  const Matrix values = read_columns(file, columns);
  require(values.rows() == 1, "{} must hold one record with a value for each of {}, it has {}", file, enumerate(columns),
          values.rows());
  return values.row(0);
}

struct Release {
  const std::vector<std::string>& columns;
};

void learn_noise(Known& known, const std::string& value, const Release& release) {
  const auto size = static_cast<Index>(release.columns.size());
  const auto number = as_number(value);
  require(!number || (*number > 0 && std::isfinite(*number)), "--knows noise= takes a standard deviation above 0, got '{}'",
          value);
  const Vector sd = number ? Vector::Constant(size, *number) : one_record(value, release.columns);
  require((sd.array() > 0).all(), "{}: standard deviations must be above 0", value);
  known.facts.knowledge.noise_covariance = sd.cwiseAbs2().asDiagonal();
  known.facts.knowledge.noise_similarity = 0;
}

Matrix symmetric(const std::string& file, const std::vector<std::string>& columns) {
  const Matrix covariance = read_matrix(file);
  const auto size = static_cast<Index>(columns.size());
  require(covariance.rows() == size && covariance.cols() == size, "{} must be {} x {} for {}, it is {} x {}", file, size, size,
          enumerate(columns), covariance.rows(), covariance.cols());
  require(covariance.isApprox(covariance.transpose(), 1e-9), "{} is not symmetric; a covariance is", file);
  return covariance;
}

void learn_covariance(Known& known, const std::string& value, const Release& release) {
  known.facts.knowledge.noise_covariance = symmetric(value, release.columns);
  known.facts.knowledge.noise_similarity = 0;
}

void learn_columns(Known& known, const std::string& value, const Release&) {
  table::Table in = table::Table::open(value);
  const auto theirs = in.schema().numeric();
  for (std::size_t j = 0; j < known.attributes.size(); ++j) {
    if (std::find(theirs.begin(), theirs.end(), known.attributes[j]) == theirs.end()) continue;
    known.columns.push_back(table::beside_name(in.name(), known.attributes[j]));
    known.facts.knowledge.known_columns.push_back(static_cast<Index>(j));
  }
  require(!known.columns.empty(), "{} has no column of the originals ({}); known columns are matched by name", value,
          enumerate(known.attributes));
  known.beside.push_back(std::move(in));
}

void learn_second(Known& known, const std::string& value, const Release& release) {
  table::Table in = table::Table::open(value);
  for (const std::string& name : table::choose_attributes(in.schema(), release.columns, {}, value))
    known.second.push_back(table::beside_name(in.name(), name));
  known.beside.push_back(std::move(in));
  known.facts.knowledge.second_release = true;
}

/// y = M x, with the noise the attacker knows of.
linalg::Affine channel_of(const Matrix& matrix, const attacks::Knowledge& knowledge) {
  const Index k = matrix.rows();
  return {.map = matrix,
          .shift = Vector::Zero(k),
          .covariance = knowledge.noise_covariance && knowledge.noise_covariance->rows() == k ? *knowledge.noise_covariance
                                                                                              : Matrix::Zero(k, k)};
}

void learn_matrix(Known& known, const std::string& value, const Release& release) {
  const Matrix matrix = read_matrix(value);
  const auto k = static_cast<Index>(release.columns.size()), m = static_cast<Index>(known.attributes.size());
  require(matrix.rows() == k && matrix.cols() == m,
          "{} is {} x {}; the matrix of this release is {} x {}, a row for each released column and a column for each original",
          value, matrix.rows(), matrix.cols(), k, m);
  known.facts.knowledge.mixed = true;
  known.facts.knowledge.channel = channel_of(matrix, known.facts.knowledge);
}

void learn_second_matrix(Known& known, const std::string& value, const Release& release) {
  const Matrix matrix = read_matrix(value);
  require(matrix.rows() == static_cast<Index>(release.columns.size()) &&
              matrix.cols() == static_cast<Index>(known.attributes.size()),
          "{} is {} x {}; it must be {} x {} like the matrix of the first release", value, matrix.rows(), matrix.cols(),
          release.columns.size(), known.attributes.size());
  known.facts.knowledge.second_channel = channel_of(matrix, known.facts.knowledge);
}

void learn_pairs(Known& known, const std::string& value, const Release& release) {
  const std::size_t colon = value.find(':');
  require(colon != std::string::npos, "--knows pairs= takes two files, ORIGINALS:RELEASED, got '{}'", value);
  const std::string originals = value.substr(0, colon), released = value.substr(colon + 1);
  attacks::Pairs pairs{read_columns(originals, known.attributes), read_columns(released, release.columns)};
  require(pairs.originals.rows() == pairs.released.rows(),
          "{} has {} records and {} has {}; pairs are the same records in both", originals, pairs.originals.rows(), released,
          pairs.released.rows());
  known.pairs_file = released;
  known.pairs_rows = pairs.released;
  if (known.facts.to_original) known.facts.to_original(pairs.released);
  known.facts.knowledge.pairs = std::move(pairs);
}

void learn_people(Known& known, const std::string& value, const Release&) {
  const auto number = as_number(value);
  require(number && *number >= 1 && *number < 1e15 && *number == std::floor(*number),
          "--knows people= takes how many originals were summed, a whole number above 0, got '{}'", value);
  known.facts.knowledge.people = static_cast<std::int64_t>(*number);
}

struct FactEntry {
  std::string_view name, value;  ///< value: what follows "=", for help
  std::function<void(Known&, const std::string&, const Release&)> learn;
};

const std::vector<FactEntry>& fact_table() {
  using attacks::Knowledge;
  static const std::vector<FactEntry> facts = {
      {"noise", "SD|FILE", learn_noise},
      {"noise-cov", "FILE", learn_covariance},
      {"noise-mean", "FILE",
       [](Known& k, const std::string& v, const Release& r) { k.facts.knowledge.noise_mean = one_record(v, r.columns); }},
      {"law", "NAME",
       [](Known& k, const std::string& v, const Release&) { k.facts.knowledge.noise_law = random::law_by_name(v); }},
      {"matrix", "FILE", learn_matrix},
      {"sample", "FILE",
       [](Known& k, const std::string& v, const Release&) { k.facts.knowledge.sample = read_columns(v, k.attributes); }},
      {"mean", "FILE",
       [](Known& k, const std::string& v, const Release&) { k.facts.knowledge.prior_mean = one_record(v, k.attributes); }},
      {"covariance", "FILE",
       [](Known& k, const std::string& v, const Release&) { k.facts.knowledge.prior_covariance = symmetric(v, k.attributes); }},
      {"pairs", "ORIGINALS:RELEASED", learn_pairs},
      {"records", "FILE",
       [](Known& k, const std::string& v, const Release&) {
         k.facts.knowledge.records = read_columns(v, k.attributes);
         k.records_file = v;
       }},
      {"people", "N", learn_people},
      {"columns", "FILE", learn_columns},
      {"repeat", "FILE", learn_second},
      {"second-matrix", "FILE", learn_second_matrix},
      {"thief", "", [](Known&, const std::string&, const Release&) {}},
  };
  return facts;
}

std::pair<std::string, std::string> split(const std::string& fact) {
  const std::size_t equals = fact.find('=');
  return {fact.substr(0, equals), equals == std::string::npos ? "" : fact.substr(equals + 1)};
}

std::vector<std::string> numbered(Index count) {
  std::vector<std::string> names;
  for (Index j = 1; j <= count; ++j) names.push_back(fmt::format("x{}", j));
  return names;
}

/// Without a card nobody says what the originals' columns are called: a table of originals does, or a matrix how many they are.
std::vector<std::string> original_names(const std::vector<std::string>& facts, const std::vector<std::string>& columns) {
  for (const std::string& fact : facts) {
    const auto [name, value] = split(fact);
    if (name == "sample" || name == "records" || name == "pairs")
      return table::Table::open(value.substr(0, name == "pairs" ? value.find(':') : value.size())).schema().numeric();
  }
  for (const std::string& fact : facts)
    if (const auto [name, value] = split(fact); name == "matrix") return numbered(read_matrix(value).cols());
  return columns;
}

}  // namespace

std::string fact_names() {
  std::vector<std::string> names;
  for (const FactEntry& fact : fact_table())
    names.push_back(fact.value.empty() ? std::string(fact.name) : fmt::format("{}={}", fact.name, fact.value));
  return fmt::format("{}", fmt::join(names, ", "));
}

Known gather_knowledge(const std::optional<Card>& card, const random::Key* key, const std::vector<std::string>& facts,
                       const std::vector<std::string>& columns) {
  Known known;
  std::vector<std::string_view> names;
  for (const FactEntry& fact : fact_table()) names.push_back(fact.name);
  for (const std::string& fact : facts) {
    const auto [name, value] = split(fact);
    require(std::find(names.begin(), names.end(), name) != names.end(), "--knows has no fact '{}'{} (it takes {})", name,
            did_you_mean(name, names), enumerate(names));
    require((name == "thief") == value.empty(), "--knows {} {}", name,
            name == "thief" ? "takes no value" : "needs a value: " + name + "=…");
  }
  if (card) {
    const auto secrets = key ? masks::secrets_from_card(*card, *key) : std::vector<stats::StepSecret>();
    known.facts = attacks::knowledge_from(*card, secrets);
    known.attributes = card->attributes;
  } else {
    known.attributes = original_names(facts, columns);
    // Columns of other names, or another number of them, are not the originals' own.
    known.facts.knowledge.mixed = known.attributes != columns;
    known.facts.knowledge.attributes = static_cast<Index>(known.attributes.size());
  }
  for (const std::string& fact : facts) {
    const auto said = split(fact);
    const auto entry =
        std::find_if(fact_table().begin(), fact_table().end(), [&](const FactEntry& e) { return e.name == said.first; });
    entry->learn(known, said.second, {columns});
  }
  return known;
}

}  // namespace guise::cli
