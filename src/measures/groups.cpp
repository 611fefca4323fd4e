// SPDX-License-Identifier: Apache-2.0
#include "measures/groups.h"

#include <cassert>

namespace guise::measures {
namespace {

/// Of n records and `more` of them. Chan, Golub and LeVeque (1979), equation 2.1b.
void merge_sums(GroupSums& mine, double n, const GroupSums& later, double more) {
  const double truth_step = later.truth - mine.truth, guess_step = later.guess - mine.guess, share = more / (n + more);
  mine.truth_square += later.truth_square + n * share * truth_step * truth_step;
  mine.guess_square += later.guess_square + n * share * guess_step * guess_step;
  mine.cross += later.cross + n * share * truth_step * guess_step;
  mine.truth += share * truth_step;
  mine.guess += share * guess_step;
  mine.error += later.error;
  mine.squared_error += later.squared_error;
  for (std::size_t t = 0; t < std::size(kWithin); ++t) mine.within[t] += later.within[t];
  for (std::size_t t = 0; t < std::size(kRecovery); ++t) mine.recovered[t] += later.recovered[t];
}

}  // namespace

void Groups::merge(const Groups& later) {
  if (later.records_ == 0) return;
  if (records_ == 0) {
    *this = later;
    return;
  }
  assert(attributes_ == later.attributes_ && "groups of different tables");
  for (std::size_t theirs = 0; theirs < kGroups; ++theirs) {
    const std::size_t group = (theirs + static_cast<std::size_t>(records_)) % kGroups;
    const auto n = static_cast<double>(records(group)), more = static_cast<double>(later.records(theirs));
    if (more == 0) continue;
    for (std::size_t j = 0; j < attributes_; ++j) {
      if (n == 0)
        at(group, j) = later.at(theirs, j);
      else
        merge_sums(at(group, j), n, later.at(theirs, j), more);
    }
  }
  records_ += later.records_;
}

Groups Groups::select(const std::vector<Index>& columns) const {
  Groups some(records_, static_cast<Index>(columns.size()));
  for (std::size_t group = 0; group < kGroups; ++group)
    for (std::size_t j = 0; j < columns.size(); ++j) some.at(group, j) = at(group, static_cast<std::size_t>(columns[j]));
  return some;
}

}  // namespace guise::measures
