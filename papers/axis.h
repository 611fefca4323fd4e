// SPDX-License-Identifier: Apache-2.0
// An axis: its range, where a value lies on it, and ticks at round numbers.
#pragma once
#include <string>
#include <vector>

namespace guise::papers {

struct Axis {
  double low, high;
  bool log;
  struct Tick {
    double value;
    std::string label;
  };
  std::vector<Tick> ticks;

  double position(double value) const;  ///< 0 at the low end, 1 at the high end
};

/// An axis that covers [low, high], a little wider so that it ends at a tick or close to one.
Axis make_axis(double low, double high, bool log);

}  // namespace guise::papers
