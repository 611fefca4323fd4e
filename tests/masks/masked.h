// SPDX-License-Identifier: Apache-2.0
// Small tables masked with a fixed key, so that a statistical test that passes keeps passing.
#pragma once
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "masks/mask.h"
#include "masks/shared_draws.h"
#include "random/key_file.h"
#include "random/matrices.h"
#include "table/atomic_file.h"
#include "table/table.h"

namespace guise::masks {

inline random::Key fixed_key(std::uint8_t number) {
  Bytes32 shared, own;
  shared.fill(number);
  own.fill(static_cast<std::uint8_t>(number + 100));
  const auto file = std::filesystem::temp_directory_path() / fmt::format("guise-test-{}.key", ::getpid());
  std::filesystem::remove(file);
  table::write_file(file, random::key_file_text(shared, own), 0600);
  random::Key key = random::Key::read(file);
  std::filesystem::remove(file);
  return key;
}

inline std::vector<std::string> column_names(Index count) {
  std::vector<std::string> names;
  for (Index j = 0; j < count; ++j) names.push_back(fmt::format("c{}", j + 1));
  return names;
}

struct How {
  std::uint8_t key = 1;
  table::Work work = {};
  std::int64_t first_record = 0;
  table::Missing missing = table::Missing::error;
  std::string round = {};
};

inline table::Selection select_all(const table::Table& table, const How& how) {
  table::Selection selection;
  selection.attributes = table.schema().numeric();
  selection.missing = how.missing;
  selection.first_record = how.first_record;
  return selection;
}

inline Prepared prepared(const std::string& spec, const Matrix& values, const How& how = {}) {
  const table::Table table = table::Table::from_matrix(values, column_names(values.cols()));
  return prepare(Mask::parse(spec), table, select_all(table, how), how.work, fixed_key(how.key), how.round);
}

/// Where step `number` of a mask takes its matrix from.
inline random::Rng shared_of(const std::string& spec, Index columns, const How& how = {}, std::size_t number = 0) {
  return SharedDraws(Card::kFormat, Mask::parse(spec), column_names(columns), how.round).of(fixed_key(how.key), number);
}

/// The release, read and masked chunk by chunk as the command line does.
inline Matrix masked(const std::string& spec, const Matrix& values, const How& how = {}) {
  const table::Table table = table::Table::from_matrix(values, column_names(values.cols()));
  const table::Selection selection = select_all(table, how);
  const Prepared plan = prepare(Mask::parse(spec), table, selection, how.work, fixed_key(how.key));
  Matrix release(values.rows(), static_cast<Index>(plan.columns().size()));
  table.scan(selection, how.work, [&](const table::Chunk& chunk) {
    table::Chunk own = chunk;
    plan.apply(own);
    release.middleRows(chunk.first_record - how.first_record, chunk.records()) = own.values;
  });
  return release;
}

/// Gaussian records with a covariance that has one strong direction, around 50.
inline Matrix correlated(Index records, Index attributes, std::uint64_t seed = 1) {
  const random::Rng rng = random::Rng::from_seed(seed);
  const Matrix common = random::gaussian_matrix(records, 1, rng.fork("common"));
  Matrix values = random::gaussian_matrix(records, attributes, rng.fork("own"));
  for (Index j = 0; j < attributes; ++j)
    values.col(j) = (1 + static_cast<double>(j)) * (values.col(j) + common.col(0)).array() + 50;
  return values;
}

inline Matrix covariance_of(const Matrix& values) {
  return stats::moments_of(values).covariance();
}

/// The sentence with which `act` is refused, or "" when it is not.
template <typename Act>
std::string refusal(const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace guise::masks
