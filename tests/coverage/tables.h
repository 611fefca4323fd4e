// SPDX-License-Identifier: Apache-2.0
// Tables that experiments draw.
#pragma once
#include <cmath>
#include <string>
#include <vector>

#include "random/matrices.h"

namespace guise::coverage {

inline random::Rng seeded(std::uint64_t seed, const char* purpose) {
  return random::Rng::from_seed(seed).fork(purpose);
}

/// Three dependent columns.
inline Matrix mixing() {
  Matrix out(3, 3);
  out << 1, 0.6, -0.3, 0, 1, 0.5, 0, 0, 1;
  return out;
}

inline Matrix gaussian_table(Index records, const random::Rng& rng) {
  return random::gaussian_matrix(records, 3, rng) * mixing();
}

inline Matrix lognormal_table(Index records, const random::Rng& rng) {
  return Matrix((0.5 * random::gaussian_matrix(records, 3, rng)).array().exp()) * mixing();
}

/// Four dependent columns of different sizes and shapes around 20, two of them skewed.
inline Matrix people(Index records, const random::Rng& rng) {
  const Matrix z = random::gaussian_matrix(records, 4, rng);
  Matrix x(records, 4);
  x.col(0) = 3 * z.col(0) + z.col(1);
  x.col(1) = z.col(0).array().exp() + z.col(2).array();
  x.col(2) = 5 * z.col(2) - 2 * z.col(1);
  x.col(3) = z.col(3).cwiseAbs2() + 0.5 * z.col(0);
  return x.array() + 20;
}

inline const std::vector<std::string> kPeopleColumns = {"a", "b", "c", "d"};

}  // namespace guise::coverage
