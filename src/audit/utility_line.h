// SPDX-License-Identifier: Apache-2.0
// One figure of utility while the releases of a mask are gone through.
#pragma once
#include <functional>
#include <vector>

#include "audit/utility.h"
#include "measures/measure.h"

namespace guise::audit {

struct UtilityLine {
  Utility figure;
  std::vector<measures::Value> by_key = {};

  enum class Better { more, less };  ///< which values are
  UtilityLine(std::string name, std::string summary, Better better = Better::more);
  /// The figure without a value, for that reason.
  static Utility without(std::string name, std::string summary, std::string note);
  /// The value of one more release. `lost`: why it has none. What the task refuses becomes the note.
  void add(const std::string& lost, const std::function<double()>& value);
  Utility finish(double ceiling, double floor);

 private:
  Better better_;
};

}  // namespace guise::audit
