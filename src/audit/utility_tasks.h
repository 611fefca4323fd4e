// SPDX-License-Identifier: Apache-2.0
// Utility that is mined: the same task in a sample of the originals and in what a mask makes of it.
#pragma once
#include "audit/utility.h"
#include "audit/utility_sample.h"
#include "mining/task.h"

namespace guise::audit {

/// A figure, and what it asks of originals and release. The list of them is in utility_tasks.cpp.
struct MinedFigure {
  std::string_view name, summary;  ///< {} in it: the number of records
  Lives on;
  std::string_view task;  ///< with parameters; empty: `agree` does its own learning
  /// From what the task found in both.
  double (*agree)(const mining::Mined& truth, const mining::Mined& release, const random::Rng&);
  bool resampled = false;  ///< the ceiling is a bootstrap's; else that of the originals themselves
  double (*floor)(const mining::Data& truth) = nullptr;  ///< where shuffling columns keeps everything
  bool (*wanted)(const UtilitySample&) = nullptr;        ///< null: always
};

/// What the originals give: truth, ceilings and floors of every figure, computed once for all masks that show the originals in
/// the same units.
class MinedTruth {
 public:
  MinedTruth(const UtilitySample& sample, Matrix rows_in_these_units, const random::Rng& rng);
  /// A line for every figure, over the releases of one mask. `untold`: nobody knows which rows of them are whose, and what goes
  /// row by row has no value.
  std::vector<Utility> figures(const std::vector<mining::Data>& releases, bool untold) const;

 private:
  struct Found {
    const MinedFigure* figure;
    mining::Findings truth = {};
    double ceiling, floor;
    std::string failed = {};  ///< why there is none even in the originals
  };
  Found find(const MinedFigure& figure, const mining::Data& again, const mining::Data& apart) const;
  mining::Data truth_;
  random::Rng rng_;
  std::vector<Found> found_;
};

}  // namespace guise::audit
