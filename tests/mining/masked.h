// SPDX-License-Identifier: Apache-2.0
// Records for tests of mining, and a door to tasks that needs no table.
#pragma once
#include <gtest/gtest.h>

#include "base/error.h"
#include "mined.h"
#include "random/matrices.h"

namespace guise::mining::testing {

inline std::vector<std::string> names(Index count) {
  std::vector<std::string> out;
  for (Index j = 0; j < count; ++j) out.push_back(std::string(1, static_cast<char>('a' + j)));
  return out;
}

inline Data plain(Matrix rows) {
  const Index columns = rows.cols();
  return in_memory({.rows = std::move(rows)}, names(columns));
}

/// With noise of this sd in every column, known to the miner.
inline Data noisy(const Matrix& rows, double sd, std::uint64_t seed = 1) {
  Data data = plain(rows + sd * random::gaussian_matrix(rows.rows(), rows.cols(), random::Rng::from_seed(seed)));
  data.geometry.noise = Vector::Constant(rows.cols(), sd * sd);
  data.facts.noise_covariance = Matrix(data.geometry.noise.asDiagonal());
  data.facts.noise_law = random::Law::gaussian;
  return data;
}

/// A task by its name, or by a call with parameters.
inline Findings found(std::string_view task, const Data& data, const std::string& call = "") {
  return guise::testing::mined(call.empty() ? std::string(task) : call, data);
}

inline std::string refusal(std::string_view task, const Data& data, const std::string& call = "") {
  try {
    found(task, data, call);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Correlated records: a mixture of independent normals, seeded.
inline Matrix correlated(Index records, Index attributes, std::uint64_t seed) {
  const random::Rng rng = random::Rng::from_seed(seed);
  const Matrix mixing = random::gaussian_matrix(attributes, attributes, rng.fork("mixing"));
  Matrix out = random::gaussian_matrix(records, attributes, rng.fork("records")) * mixing;
  out.array() += 2;
  return out;
}

}  // namespace guise::mining::testing
