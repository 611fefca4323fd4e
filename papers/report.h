// SPDX-License-Identifier: Apache-2.0
// What an experiment found: rows of expected and measured values, plots, and what was left out.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "papers/plot.h"

namespace guise::papers {

struct Row {
  std::string what;
  std::string paper;     ///< what the paper prints or says; empty when it says nothing
  std::string expected;  ///< the criterion, or the reference value
  std::string measured;
  std::optional<bool> pass = {};  ///< nothing: for information
};

/// A criterion on a number: its text and whether the number meets it.
struct Criterion {
  std::string text;
  double low, high;  ///< accepted, both ends included
};
Criterion at_most(double high);
Criterion at_least(double low);
Criterion between(double low, double high);
Criterion within(double value, double share);   ///< value +- share * value
Criterion near(double value, double distance);  ///< value +- distance

struct Report {
  std::vector<Row> rows;
  std::vector<Plot> plots;
  std::vector<std::string> skipped;  ///< parts that could not be run, each with the reason

  void check(std::string what, std::string paper, const Criterion& expected, double measured);
  void check(std::string what, std::string paper, std::string expected, std::string measured, bool pass);
  void inform(std::string what, std::string paper, std::string expected, std::string measured);
  bool passed() const;  ///< no row failed
};

std::string number(double value);                        ///< three significant digits: "0.353", "1.2e-09"
std::string numbers(const std::vector<double>& values);  ///< "0.784 0.572 0.481"

/// Do the values rise (fall) strictly from one to the next?
bool rising(const std::vector<double>& values);
bool falling(const std::vector<double>& values);

}  // namespace guise::papers
