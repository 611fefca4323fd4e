// SPDX-License-Identifier: Apache-2.0
// Columns in clear as learners take them: numbers, categories and what two of them are together.
#pragma once
#include <vector>

#include "base/matrix.h"

namespace guise::stats {

/// Columns of side information: NaN is missing; a category is any number that stands for it.
struct SideColumns {
  Matrix rows = {};
  std::vector<bool> category = {};  ///< one per column
};

class SideInputs {
 public:
  explicit SideInputs(const SideColumns& side);

  /// A column for every category, then for pairs of them, then for all together; numbers that stand for each. A number with few
  /// values may be a code, and is a category too.
  Matrix categories(const Matrix& side) const;
  /// All categories together, as one number for each record; 0 where there are none.
  Vector kinds(const Matrix& side) const;
  /// Numbers, and a column for each value of categories that have few: what is near to what.
  Matrix near(const Matrix& side) const;
  /// Numbers, products of two of them about their medians, and categories by their place in a list: what can be cut.
  Matrix cuts(const Matrix& side) const;

 private:
  std::vector<Index> numbers_, categories_;
  std::vector<std::vector<Index>> together_;  ///< categories that are looked at together
  std::vector<std::vector<double>> values_;   ///< of every category, rising; empty where there are many
  Vector medians_;                            ///< of the numbers
};

}  // namespace guise::stats
