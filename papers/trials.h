// SPDX-License-Identifier: Apache-2.0
// The same trial under many seeds, in parallel, and the average of what it measures.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "random/rng.h"

namespace guise::papers {

/// One row per trial, one column per figure it returns.
class Trials {
 public:
  Trials(int count, const random::Rng& rng, const std::function<std::vector<double>(const random::Rng&)>& trial);

  int count() const { return static_cast<int>(values_.rows()); }
  double mean(Index figure) const { return values_.col(figure).mean(); }
  double sd(Index figure) const;     ///< over trials, 0 when there is only one
  double error(Index figure) const;  ///< standard error of the mean
  double least(Index figure) const { return values_.col(figure).minCoeff(); }
  double most(Index figure) const { return values_.col(figure).maxCoeff(); }
  double median(Index figure) const;
  double share_above(Index figure, double limit) const;  ///< of the trials
  std::vector<double> means() const;
  std::string text(Index figure) const;  ///< "0.353 ± 0.014", mean and standard deviation

 private:
  Matrix values_;
};

}  // namespace guise::papers
