// SPDX-License-Identifier: Apache-2.0
// Of the originals around a released row, those whose mean it is.
#pragma once
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "base/matrix.h"

namespace guise::audit {

/// Originals that a group's members are looked for among.
constexpr std::size_t kCandidates = 60;

/// How exact released numbers are: to their last decimal.
class Rounding {
 public:
  Rounding(const Matrix& released, const Vector& sd);
  Vector of(const Vector& mean) const;              ///< as the release would have it
  const Vector& tolerance() const { return off_; }  ///< that a mean may be off

 private:
  Vector step_, off_;  // step 0: all digits
};

struct Group {
  Vector mean;
  std::size_t size = 0;
  std::set<std::int64_t> but = {};                                      ///< who is no candidate
  std::vector<std::pair<std::int64_t, const Vector*>> candidates = {};  ///< nearest first
  std::vector<std::int64_t> members = {};
  bool exact = false;  ///< the members have the mean
};

/// Exchanges single members of the nearest until the mean is the released one. `disjoint`: nobody is a member of two groups;
/// those of groups that are not found are then the nearest who are left.
void find_members(std::vector<Group>& groups, const Rounding& rounding, const Vector& sd, bool disjoint);

}  // namespace guise::audit
