// SPDX-License-Identifier: Apache-2.0
// Columns in clear as learners take them: numbers, categories and what two of them are together.
#pragma once
#include <vector>

#include "base/matrix.h"
#include "stats/side_parts.h"

namespace guise::stats {

/// Columns of side information: NaN is missing; a category is any number that stands for it.
struct SideColumns {
  Matrix rows = {};
  std::vector<bool> category = {};  ///< one per column
};

class SideInputs {
 public:
  /// `parts` of values are looked at as categories as well.
  explicit SideInputs(const SideColumns& side, std::vector<SidePart> parts = {});

  /// A column for every category, then for pairs of them, then for all together, then for parts of values;
  /// numbers that stand for each. A number with few values may be a code, and is a category too; a category with many values
  /// may be a number.
  Matrix categories(const Matrix& side) const;
  /// Of these columns, those in which nothing may be a number as well; the others, which come after what numbers say, parts of
  /// values first.
  std::vector<Index> named() const { return where(false); }
  std::vector<Index> coded() const { return where(true); }
  Index singles() const { return std::ssize(categories_); }  ///< the first columns, of one category each
  Matrix numbers(const Matrix& side) const { return side(Eigen::all, numbers_); }
  /// All categories together, as one number for each record; 0 where there are none.
  Vector kinds(const Matrix& side) const;
  /// Numbers, categories that have many values, in the order of the numbers that stand for them, and a column for each value of
  /// categories that have few: what is near to what.
  Matrix near(const Matrix& side) const;
  /// Numbers, categories with many values, what two of them are together (products about their medians, and about 0 where both
  /// have either sign; differences where one could be the other), and other categories by their place in a list: what can be
  /// cut.
  Matrix cuts(const Matrix& side) const;

 private:
  /// Two numbers whose product about two values, or whose difference, can be cut.
  struct Pair {
    Index first, second;
    double from_first, from_second;
    bool difference;
  };
  void pair_numbers(const Matrix& side);
  std::vector<Index> where(bool coded) const;

  std::vector<Index> numbers_, categories_;
  std::vector<Index>
      ordered_;  ///< numbers, and categories that are too many for a list: dates, postcodes, codes with a hierarchy
  std::vector<bool> is_code_;  ///< of each category: it may be a number as well
  std::vector<Pair> pairs_;
  std::vector<std::vector<Index>> together_;  ///< categories that are looked at together
  std::vector<SidePart> parts_;
  std::vector<std::vector<double>> values_;  ///< of every category, rising; empty where there are many
};

}  // namespace guise::stats
