// SPDX-License-Identifier: Apache-2.0
// Paper 004's real data: duration, age and existing credits of the German credit file, or whole numbers of the same moments.
#pragma once
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include "linalg/spectrum.h"
#include "random/matrices.h"
#include "table/table.h"

namespace guise::attacks::testing {

/// The folder named by GUISE_DATA, else the one beside the repository; nothing when the file is in neither.
inline std::optional<Matrix> german_credit() {
  const char* named = std::getenv("GUISE_DATA");
  const std::filesystem::path here = std::filesystem::absolute(__FILE__).parent_path();
  const std::filesystem::path folder = named && *named ? std::filesystem::path(named) : here / "../../../shared/data";
  if (!std::filesystem::exists(folder / "german_credit.csv")) return {};
  table::Selection selection;
  selection.attributes = {"duration_months", "age", "existing_credits"};
  return table::read_all(table::Table::open((folder / "german_credit.csv").string()), selection);
}

inline Vector german_mean() {
  return Eigen::Vector3d(20.903, 35.546, 1.407);
}

inline Matrix german_covariance() {
  Matrix covariance(3, 3);
  covariance << 145.415, -4.957, -0.0786, -4.957, 129.401, 0.9808, -0.0786, 0.9808, 0.3337;
  return covariance;
}

/// Gaussian of those moments, rounded and cut at 4 months, 18 years and one credit.
inline Matrix german_stand_in(Index records, std::uint64_t seed) {
  Matrix x = random::gaussian_matrix(records, 3, random::Rng::from_seed(seed).fork("people")) *
             linalg::square_root(german_covariance());
  x.rowwise() += german_mean().transpose();
  const Eigen::Vector3d least(4, 18, 1);
  for (Index j = 0; j < 3; ++j) x.col(j) = x.col(j).array().round().cwiseMax(least(j));
  return x;
}

}  // namespace guise::attacks::testing
