// SPDX-License-Identifier: Apache-2.0
// Sums of a comparison in groups of records. How far a figure may be off is told by how its parts differ between records, all
// attributes of a record together; but what a record adds to a correlation is known only once means and spreads are, after the
// last record. Sums of a few dozen groups can be weighted then, for any attributes, and take the place of single records:
// Wolter, "Introduction to Variance Estimation" (2007), chapter 2, random groups.
#pragma once
#include <cstdint>
#include <iterator>
#include <vector>

#include "base/matrix.h"

namespace guise::measures {

/// Tolerances of `within` (in standard deviations of the attribute) and of `recovery` (relative to |x|).
inline constexpr double kWithin[] = {0.05, 0.1, 0.2, 0.5, 1.0};
inline constexpr double kRecovery[] = {0.05, 0.1, 0.2, 0.3, 0.4, 0.5};

/// A guess that is off by less than this share of the standard deviation, or of the value, is off by rounding alone: an exact 0
/// that comes back as 1e-15 is recovered.
inline constexpr double kRounding = 1e-9;

/// Records are dealt out to the groups in turn. With so many, 95 % intervals are 5 % longer than with all records by
/// themselves. A prime number: tables come in fours (quarters), sevens (days) and twelves (months), and a group must not be
/// all Sundays.
inline constexpr std::size_t kGroups = 29;

/// Of one attribute, e = truth - guess.
struct GroupSums {
  double truth = 0, guess = 0;                           ///< means
  double truth_square = 0, guess_square = 0, cross = 0;  ///< sums of squares and products about them
  double error = 0, squared_error = 0;                   ///< sums of e and e^2
  std::int64_t within[std::size(kWithin)] = {}, recovered[std::size(kRecovery)] = {};
};

class Groups {
 public:
  Groups() = default;
  Groups(std::int64_t records, Index attributes)
      : records_(records), attributes_(static_cast<std::size_t>(attributes)), sums_(kGroups * attributes_) {}

  /// Those of `later` follow: its first record goes to the group whose turn it is.
  void merge(const Groups& later);
  Groups select(const std::vector<Index>& columns) const;

  std::int64_t records() const { return records_; }
  Index attributes() const { return static_cast<Index>(attributes_); }
  std::int64_t records(std::size_t group) const { return records_of(records_, group); }
  const GroupSums& at(std::size_t group, std::size_t attribute) const { return sums_[group * attributes_ + attribute]; }
  GroupSums& at(std::size_t group, std::size_t attribute) { return sums_[group * attributes_ + attribute]; }

  template <typename Form>
  friend void fields(Form& form, Groups& groups);  ///< measures/forms.h

  static std::int64_t records_of(std::int64_t records, std::size_t group) {
    constexpr auto groups = static_cast<std::int64_t>(kGroups);
    return records / groups + (static_cast<std::int64_t>(group) < records % groups);
  }

 private:
  std::int64_t records_ = 0;
  std::size_t attributes_ = 0;
  std::vector<GroupSums> sums_;
};

}  // namespace guise::measures
