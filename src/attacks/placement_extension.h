// SPDX-License-Identifier: Apache-2.0
// One step of a search for known records: what it costs to take each candidate row for the next record, given the rows that are
// taken for those before it.
#pragma once
#include <array>

#include "attacks/noisy_field.h"
#include "attacks/placement_law.h"
#include "attacks/placement_steps.h"

namespace guise::attacks {

/// Records placed at most: more are placed by these.
constexpr Index kBeamRecords = 16;

/// Rows for the first records of an order, and squared deviations so far, in variances.
struct PartialPlacement {
  std::array<std::int32_t, static_cast<std::size_t>(kBeamRecords)> rows = {};
  float cost = 0;
};

class PlacementExtension {
 public:
  /// `partials`, sorted by their rows, have `placed` records each; kept by reference, as are the others.
  PlacementExtension(const NoisyField& field, const PlacementLaw& law, const PlacementCandidates& candidates,
                     const std::vector<PartialPlacement>& partials, Index placed);
  /// Extends the partial placements from `first` to before `end`.
  void add_steps(std::size_t first, std::size_t end, PlacementSteps& steps) const;

 private:
  struct Work;
  Eigen::VectorXf base(const PartialPlacement& partial) const;
  void compare(const PartialPlacement& partial, Index from, Work& work) const;
  void collect(std::size_t parent, const Costs& costs, PlacementSteps& steps, std::vector<PlacementStep>& found) const;

  const NoisyField& field_;
  const PlacementCandidates& candidates_;
  const std::vector<PartialPlacement>& partials_;
  Index placed_, lengths_;
  Singles own_, earlier_;     // PlacementLaw's
  Eigen::VectorXf expected_;  // of this step
  Eigen::VectorXf before_;    // … and of those before
  std::vector<Index> slot_;   // column of `distances_` of each row that is placed; -1: nowhere
  Singles distances_;         // squared, of candidates to placed rows, less what noise adds
};

}  // namespace guise::attacks
