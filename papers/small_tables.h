// SPDX-License-Identifier: Apache-2.0
// The tables of the sections paper 003 left empty: two generated ones, and iris, wine and breast cancer where they are found.
#pragma once
#include <string>
#include <vector>

#include "papers/papers.h"

namespace guise::papers {

/// Every attribute has mean 0 and the same variance, and the mean squared length of a record is 1: the standard deviation of W
/// then says how much of f is used, whatever the number of attributes.
struct SmallTable {
  std::string name;
  Matrix records;
  std::vector<int> classes;  ///< of each record
};

/// "cube", 300 records uniform on [-1, 1]^3, whose class is their octant; and "flowers", generated iris.
std::vector<SmallTable> generated_tables(const random::Rng& rng);

/// Mean over attributes of the squared error over the variance in `all`; the constant guess has 1.
double relative_error(const Matrix& guess, const Matrix& truth, const Matrix& all);

/// From the data folder or, when there is one, the data folder of Debian's package python3-sklearn. What is missing is noted.
std::vector<SmallTable> real_tables(const Settings& settings, Report& report);

}  // namespace guise::papers
