// SPDX-License-Identifier: Apache-2.0
// Groups of records that may have been masked each in a way of their own: those with a kept or known value in common, or with
// all of them, that stand beside each other in the file, or
// at the same place of a cycle: noise that was drawn once and used again and again.
#pragma once
#include <optional>
#include <string>

#include "attacks/attack.h"
#include "stats/classes.h"

namespace guise::attacks {

/// What says which group a record is of.
struct Grouping {
  enum class Kind { column, together, place, cycle } kind = Kind::column;
  Index column = 0;         ///< of the columns in clear
  std::int64_t length = 0;  ///< of a run of records, or of a cycle
  std::string name = {};

  /// A number for each row that stands for its group; `side`: the columns in clear of these rows.
  Vector of(const Matrix& side, const std::vector<std::int64_t>& records) const;
};

/// The released records of the sample by group.
struct RecordGroups {
  Grouping grouping;
  stats::Classes classes;
};

/// The grouping whose groups differ most in their means, or in their spread, and clearly; nothing where none do.
struct GroupsThatDiffer {
  std::optional<RecordGroups> in_mean, in_spread;
};
GroupsThatDiffer groups_that_differ(const Evidence& evidence, const Matrix& released);

}  // namespace guise::attacks
