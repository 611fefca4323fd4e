// SPDX-License-Identifier: Apache-2.0
// What is counted: figures with intervals, from many runs of one experiment, each with random numbers of its own.
#pragma once
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace guise::coverage {

struct Said {
  double value, low, high;
  double truth = std::numeric_limits<double>::quiet_NaN();  ///< where it is known; else what `Truth` says
};

/// By the kind of interval and by what it is of: ("nrmse of a column", "shrink a"). Coverage is counted for each and shown by
/// kind.
using Figures = std::map<std::pair<std::string, std::string>, Said>;

/// What the interval of a figure is to hold where no truth comes with it: what very many runs give.
enum class Truth { mean, median };

struct Experiment {
  std::string name;
  Figures (*run)(std::uint64_t seed);
  Truth truth = Truth::mean;
  int most_runs = std::numeric_limits<int>::max();  ///< of those that take long
};

std::vector<Experiment> audit_experiments();
std::vector<Experiment> measure_experiments();
std::vector<Experiment> mining_experiments();

/// Collects what every run said, and prints a line for each kind of interval.
class Table {
 public:
  explicit Table(const Experiment& of) : of_(of) {}
  void add(const Figures& figures);
  std::string text() const;

 private:
  const Experiment& of_;
  std::map<std::pair<std::string, std::string>, std::vector<Said>> said_;
};

}  // namespace guise::coverage
