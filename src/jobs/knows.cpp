// SPDX-License-Identifier: Apache-2.0
#include "jobs/knows.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "base/error.h"
#include "base/names.h"
#include "jobs/numbers.h"
#include "jobs/told_tables.h"
#include "masks/mask.h"
#include "table/table.h"

namespace guise::jobs {
namespace {

using Release = FirstRelease;

/// What is told, in any order; what follows from several facts is made of it in the end.
struct Gathered : Known {
  std::optional<Matrix> matrix = {};
  ToldSecond told_second = {};
  std::string columns_error = {};
};

void learn_noise(Gathered& known, const std::string& value, const Release& release) {
  const auto size = static_cast<Index>(release.columns.size());
  const auto number = as_number(value);
  require(!number || (*number > 0 && std::isfinite(*number)), "‘knows=noise=’ takes a standard deviation above 0, got '{}'",
          value);
  const Vector sd = number ? Vector::Constant(size, *number) : one_record(value, release.columns);
  require((sd.array() > 0).all(), "{}: standard deviations must be above 0", value);
  known.facts.knowledge.noise_covariance = sd.cwiseAbs2().asDiagonal();
  known.facts.knowledge.noise_similarity = 0;
}

void learn_covariance(Gathered& known, const std::string& value, const Release& release) {
  known.facts.knowledge.noise_covariance = symmetric(value, release.columns);
  known.facts.knowledge.noise_similarity = 0;
}

void learn_columns(Gathered& known, const std::string& value, const Release&) {
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

void learn_matrix(Gathered& known, const std::string& value, const Release& release) {
  Matrix matrix = read_matrix(value);
  const auto k = static_cast<Index>(release.columns.size()), m = static_cast<Index>(known.attributes.size());
  require(matrix.rows() == k && matrix.cols() == m,
          "{} is {} x {}; the matrix of this release is {} x {}, a row for each released column and a column for each original",
          value, matrix.rows(), matrix.cols(), k, m);
  known.facts.knowledge.mixed = true;
  known.matrix = std::move(matrix);
}

/// y = M x, with the noise the attacker knows of.
void make_channel(Gathered& known) {
  if (!known.matrix) return;
  const Index k = known.matrix->rows();
  const auto& noise = known.facts.knowledge.noise_covariance;
  known.facts.knowledge.channel = linalg::Affine{
      .map = *known.matrix, .shift = Vector::Zero(k), .covariance = noise && noise->rows() == k ? *noise : Matrix::Zero(k, k)};
}

void add_second(Gathered& known, const Release& release) {
  const ToldSecond& told = known.told_second;
  require(!told.file.empty() || (told.key.empty() && told.matrix.empty()),
          "‘knows={}=’ is of a second release; name it by ‘knows=repeat=FILE’",
          told.key.empty() ? "second-matrix" : "second-key");
  if (told.file.empty()) return;
  SecondRelease second = open_second(told, release, known.facts, known.attributes);
  for (const std::string& name : second.columns) known.second.push_back(table::beside_name(second.table.name(), name));
  known.beside.push_back(std::move(second.table));
  known.second_to_original = std::move(second.to_original);
  known.notes = std::move(second.notes);
  known.facts.knowledge.second_release = true;
  known.facts.knowledge.second_channel = std::move(second.channel);
}

/// How far off the known columns are: standard deviations in their own units, of all or of each.
void add_columns_error(Gathered& known) {
  const std::string& value = known.columns_error;
  if (value.empty()) return;
  attacks::Knowledge& knowledge = known.facts.knowledge;
  require(!knowledge.known_columns.empty(), "‘knows=columns-error=’ is of known columns; name these by ‘knows=columns=FILE’");
  std::vector<std::string> names;
  for (const Index column : knowledge.known_columns) names.push_back(known.attributes[static_cast<std::size_t>(column)]);
  const auto number = as_number(value);
  const Vector sd = number ? Vector::Constant(std::ssize(names), *number) : one_record(value, names);
  require(sd.allFinite() && (sd.array() >= 0).all() && (sd.array() > 0).any(),
          "‘knows=columns-error=’ takes the standard deviation of the error of known columns, above 0, or a file with one for "
          "each column; got '{}'",
          value);
  knowledge.known_errors.assign(sd.begin(), sd.end());
}

/// A file that can be told once.
auto once(std::string ToldSecond::*file, std::string_view fact) {
  return [file, fact](Gathered& known, const std::string& value, const Release&) {
    require((known.told_second.*file).empty(), "‘knows={}=’ is given twice; there is one second release", fact);
    known.told_second.*file = value;
  };
}

void learn_pairs(Gathered& known, const std::string& value, const Release& release) {
  const std::size_t colon = value.find(':');
  require(colon != std::string::npos, "‘knows=pairs=’ takes two files, ORIGINALS:RELEASED, got '{}'", value);
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

void learn_people(Gathered& known, const std::string& value, const Release&) {
  const auto number = as_number(value);
  require(number && *number >= 1 && *number < 1e15 && *number == std::floor(*number),
          "‘knows=people=’ takes how many originals were summed, a whole number above 0, got '{}'", value);
  known.facts.knowledge.people = static_cast<std::int64_t>(*number);
}

struct FactEntry {
  std::string_view name, value;  ///< value: what follows "=", for help
  std::function<void(Gathered&, const std::string&, const Release&)> learn;
};

const std::vector<FactEntry>& fact_table() {
  using attacks::Knowledge;
  static const std::vector<FactEntry> facts = {
      {"noise", "SD|FILE", learn_noise},
      {"noise-cov", "FILE", learn_covariance},
      {"noise-mean", "FILE",
       [](Gathered& k, const std::string& v, const Release& r) { k.facts.knowledge.noise_mean = one_record(v, r.columns); }},
      {"law", "NAME",
       [](Gathered& k, const std::string& v, const Release&) { k.facts.knowledge.noise_law = random::law_by_name(v); }},
      {"matrix", "FILE", learn_matrix},
      {"sample", "FILE",
       [](Gathered& k, const std::string& v, const Release&) { k.facts.knowledge.sample = read_columns(v, k.attributes); }},
      {"mean", "FILE",
       [](Gathered& k, const std::string& v, const Release&) { k.facts.knowledge.prior_mean = one_record(v, k.attributes); }},
      {"covariance", "FILE",
       [](Gathered& k, const std::string& v, const Release&) {
         k.facts.knowledge.prior_covariance = symmetric(v, k.attributes);
       }},
      {"pairs", "ORIGINALS:RELEASED", learn_pairs},
      {"records", "FILE",
       [](Gathered& k, const std::string& v, const Release&) {
         k.facts.knowledge.records = read_columns(v, k.attributes);
         k.records_file = v;
       }},
      {"people", "N", learn_people},
      {"columns", "FILE", learn_columns},
      {"columns-error", "SD|FILE", [](Gathered& k, const std::string& v, const Release&) { k.columns_error = v; }},
      {"repeat", "FILE", once(&ToldSecond::file, "repeat")},
      {"second-key", "FILE", once(&ToldSecond::key, "second-key")},
      {"second-matrix", "FILE", once(&ToldSecond::matrix, "second-matrix")},
      {"thief", "", [](Gathered&, const std::string&, const Release&) {}},
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

Known gather_knowledge(const FirstRelease& release, const std::vector<std::string>& facts) {
  Gathered known;
  std::vector<std::string_view> names;
  for (const FactEntry& fact : fact_table()) names.push_back(fact.name);
  for (const std::string& fact : facts) {
    const auto [name, value] = split(fact);
    require(std::find(names.begin(), names.end(), name) != names.end(), "‘knows’ has no fact '{}'{} (it takes {})", name,
            did_you_mean(name, names), enumerate(names));
    require((name == "thief") == value.empty(), "‘knows={}’ {}", name,
            name == "thief" ? "takes no value" : "needs a value: " + name + "=…");
  }
  if (const auto& card = release.card) {
    const auto secrets = release.key ? masks::secrets_from_card(*card, *release.key) : std::vector<stats::StepSecret>();
    known.facts = attacks::knowledge_from(*card, secrets);
    known.attributes = card->attributes;
  } else {
    known.attributes = original_names(facts, release.columns);
    // Columns of other names, or another number of them, are not the originals' own.
    known.facts.knowledge.mixed = known.attributes != release.columns;
    known.facts.knowledge.attributes = static_cast<Index>(known.attributes.size());
  }
  for (const std::string& fact : facts) {
    const auto said = split(fact);
    const auto entry =
        std::find_if(fact_table().begin(), fact_table().end(), [&](const FactEntry& e) { return e.name == said.first; });
    entry->learn(known, said.second, release);
  }
  add_columns_error(known);
  make_channel(known);
  add_second(known, release);
  return static_cast<Known&&>(known);
}

}  // namespace guise::jobs
