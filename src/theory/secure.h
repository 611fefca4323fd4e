// SPDX-License-Identifier: Apache-2.0
// Behind how many unknowns a known matrix still hides each one: l-security. Paper 000, section VI.A and Theorem 6.1.
#pragma once
#include <cstdint>
#include <vector>

#include "base/matrix.h"

namespace guise::theory {

/// A generic k x m matrix is (m - k)-secure: the general form of the paper's (k-1)-secure for m = 2k - 1 (erratum 14).
std::int64_t generic_secure_level(std::int64_t k, std::int64_t attributes);
/// The fewest unknowns that `equations` independent combinations of the rows of a generic matrix involve: m - k + equations.
std::int64_t generic_unknowns(std::int64_t k, std::int64_t attributes, std::int64_t equations);

/// What is left of a column counts as 0 below `tolerance` of its length, here and in all that follows.
struct SecureLevel {
  double tolerance = 0;
  Index rank = 0;     ///< independent rows; the level is that of these when others repeat them
  Index level = 0;    ///< the largest l such that every equation (combination of rows) involves at least l + 1 unknowns
  bool exact = true;  ///< false: too many columns to search, the level is an upper bound: of a generic matrix, or of `exposed`
  std::vector<Index> exposed = {};    ///< the l + 1 unknowns of the shortest equation; not exact: of the shortest found, if any
  std::vector<Index> disclosed = {};  ///< unknowns that the equations give exactly
  /// unknowns[e-1]: the fewest that e independent equations involve. Theorem 6.1 says at least 2l + 1 for e = l + 1; it says
  /// nothing where l >= rank (erratum 14). Empty when not exact.
  std::vector<Index> unknowns = {};
};
/// Of a given matrix, which may be far from generic: for a sign matrix the sum of two rows is half zeros.
SecureLevel secure_level(const Matrix& r);

}  // namespace guise::theory
