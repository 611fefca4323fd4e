// SPDX-License-Identifier: Apache-2.0
// Columns that may show which records were masked alike, and the groups that known pairs show along each: the place in the
// file, a column that is known of every record or kept in clear, or a released one.
#pragma once
#include <string>
#include <vector>

#include "attacks/attack.h"
#include "attacks/segments.h"

namespace guise::attacks {

/// A column by which groups may be told apart: of the pairs, and of any record.
struct Gate {
  enum class Kind { place, known, kept, released } kind;
  Index column = 0;
  Vector pairs;
  std::string name;
  bool category = false;  ///< its values stand for groups, their order for nothing

  Vector of(const Observed& observed) const;
};

/// All gates that the attacker has. Kept columns of the pairs are found by their released records.
std::vector<Gate> gates_of(const Pairs& pairs, const Evidence& evidence, const Knowledge& known);

/// Which group a record is of, by a column: between cuts, or by its value; values that are not listed share the last group.
struct GateGroups {
  std::vector<double> cuts = {}, values = {};
  double error = 0;  ///< sum of squares, each pair left out of its group's fit

  bool any() const { return !cuts.empty() || !values.empty(); }
  std::size_t count() const { return values.empty() ? cuts.size() + 1 : values.size() + 1; }
  std::size_t of(double value) const;
};

/// The groups of at least `least` pairs along a gate.
GateGroups groups_by(const Gate& gate, const Regressed& pairs, Index least);

}  // namespace guise::attacks
