// SPDX-License-Identifier: Apache-2.0
#include "theory/secure.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "theory/column_span.h"
#include "theory/decomposability.h"

namespace guise::theory {
namespace {

// Choices of columns that are tried; each costs about a microsecond per ten entries of the matrix.
constexpr double kMostChoices = 1e6;

std::vector<Index> others(const std::vector<Index>& chosen, Index columns) {
  std::vector<Index> out;
  for (Index j = 0; j < columns; ++j)
    if (!std::binary_search(chosen.begin(), chosen.end(), j)) out.push_back(j);
  return out;
}

/// An equation with few unknowns where all cannot be tried: the shortest row, or combination of two rows as far as the choices
/// go. Empty when a generic matrix has one as short.
std::vector<Index> short_equation(const Matrix& r, Index generic) {
  const Index columns = r.cols();
  std::vector<Index> shortest;
  Index fewest = generic;
  const auto look_at = [&](const std::vector<Index>& silent) {
    const auto unknowns = columns - static_cast<Index>(silent.size());
    if (unknowns == 0 || unknowns >= fewest) return;  // with no unknown it is no equation
    fewest = unknowns;
    shortest = others(silent, columns);
  };
  for (Index i = 0; i < r.rows(); ++i) {
    std::vector<Index> silent;
    for (Index j = 0; j < columns; ++j)
      if (std::abs(r(i, j)) <= kNothing * r.col(j).norm()) silent.push_back(j);
    look_at(silent);
  }
  double choices = 0;
  for (Index i = 0; i < r.rows(); ++i)
    for (Index j = 0; j < i; ++j)
      if ((choices += static_cast<double>(columns)) < kMostChoices)
        look_at(most_columns_in_subspace(r(std::vector{i, j}, Eigen::all), 1).columns);
  return shortest;
}

}  // namespace

std::int64_t generic_secure_level(std::int64_t k, std::int64_t attributes) {
  return generic_unknowns(k, attributes, 1) - 1;
}

std::int64_t generic_unknowns(std::int64_t k, std::int64_t attributes, std::int64_t equations) {
  require(k >= 1, "the number k of released columns must be at least 1, got {}", k);
  require(k <= attributes, "a projection releases at most as many columns as there are attributes ({}), got k = {}", attributes,
          k);
  require(equations >= 1 && equations <= k, "there are {} independent equations, not {}", k, equations);
  return attributes - k + equations;
}

SecureLevel secure_level(const Matrix& r) {
  const Index columns = r.cols();
  SecureLevel out{.tolerance = kNothing};
  out.rank = column_rank(r);
  require(out.rank > 0, "the matrix is zero: it has no equations");
  out.disclosed = separable_columns(r);
  double choices = 0;
  for (Index e = 1; e <= out.rank; ++e) choices += subsets(columns, out.rank - e);
  if (choices > kMostChoices) {
    out.exact = false;
    out.exposed = short_equation(r, columns - out.rank + 1);
    out.level = !out.disclosed.empty() ? 0
                : out.exposed.empty()  ? columns - out.rank
                                       : static_cast<Index>(out.exposed.size()) - 1;
    return out;
  }
  // e independent equations are zero on the columns of some subspace of dimension rank - e, and on no larger set: the fewest
  // unknowns are those outside the most crowded one (generalised Hamming weights; Wei 1991).
  for (Index e = 1; e <= out.rank; ++e) {
    const CrowdedSubspace silent = most_columns_in_subspace(r, out.rank - e);
    out.unknowns.push_back(columns - silent.count);
    if (e == 1) out.exposed = others(silent.columns, columns);
  }
  out.level = out.unknowns.front() - 1;
  return out;
}

}  // namespace guise::theory
