// SPDX-License-Identifier: Apache-2.0
#include "attacks/placement_extension.h"

#include <algorithm>

namespace guise::attacks {
namespace {

constexpr Index kScanned = 32;  // costs compared with the bound at once

}  // namespace

struct PlacementExtension::Work {
  std::vector<Costs> shown;  // deviations of each candidate's length and distances
  std::vector<Costs> units;  // … made independent of each other, without what follows from the records before
  Costs costs;
};

PlacementExtension::PlacementExtension(const NoisyField& field, const PlacementLaw& law, const PlacementCandidates& candidates,
                                       const std::vector<PartialPlacement>& partials, Index placed)
    : field_(field),
      candidates_(candidates),
      partials_(partials),
      placed_(placed),
      lengths_(law.lengths()),
      own_(law.own(placed).cast<float>()),
      earlier_(law.earlier(placed).cast<float>()),
      expected_(law.expected(placed).cast<float>()),
      before_(law.shown_before(placed)),
      slot_(static_cast<std::size_t>(field.rows()), -1) {
  for (Index step = 0; step < placed; ++step)
    before_.segment(law.shown_before(step), law.shown(step)) = law.expected(step).cast<float>();
  std::vector<Index> rows;
  for (const PartialPlacement& partial : partials)
    for (Index i = 0; i < placed; ++i) {
      const auto row = static_cast<std::size_t>(partial.rows[static_cast<std::size_t>(i)]);
      if (slot_[row] >= 0) continue;
      slot_[row] = static_cast<Index>(rows.size());
      rows.push_back(static_cast<Index>(row));
    }
  distances_ = field.distances(candidates, rows);
}

/// What the deviations of the placed records let expect of the next one's.
Eigen::VectorXf PlacementExtension::base(const PartialPlacement& partial) const {
  Eigen::VectorXf off(before_.size());
  Index at = 0;
  for (Index k = 0; k < placed_; ++k) {
    const Index row = partial.rows[static_cast<std::size_t>(k)];
    if (lengths_ > 0) off[at++] = field_.length(row);
    for (Index i = 0; i < k; ++i) off[at++] = field_.distance(row, partial.rows[static_cast<std::size_t>(i)]);
  }
  return earlier_ * (off - before_);
}

/// Observations from `from` on differ from those of the placement before.
void PlacementExtension::compare(const PartialPlacement& partial, Index from, Work& work) const {
  const auto at = [](Index i) { return static_cast<std::size_t>(i); };
  for (Index i = from; i < own_.rows(); ++i) {
    if (i < lengths_)
      work.shown[at(i)] = candidates_.lengths - expected_[i];
    else
      work.shown[at(i)] = distances_.col(slot_[at(partial.rows[at(i - lengths_)])]).array() - expected_[i];
    work.units[at(i)] = own_(i, 0) * work.shown[0];
    for (Index j = 1; j <= i; ++j) work.units[at(i)] += own_(i, j) * work.shown[at(j)];
  }
  const Eigen::VectorXf expected = base(partial);
  work.costs.setConstant(static_cast<Index>(candidates_.rows.size()), partial.cost);
  for (Index i = 0; i < own_.rows(); ++i) work.costs += (work.units[at(i)] + expected[i]).square();
}

void PlacementExtension::collect(std::size_t parent, const Costs& costs, PlacementSteps& steps,
                                 std::vector<PlacementStep>& found) const {
  const PartialPlacement& here = partials_[parent];
  const auto end = here.rows.begin() + placed_;
  const float bound = steps.bound();
  for (Index first = 0; first < costs.size(); first += kScanned) {
    const Index count = std::min(kScanned, costs.size() - first);
    if (costs.segment(first, count).minCoeff() > bound) continue;
    for (Index c = first; c < first + count; ++c) {
      const auto row = static_cast<std::int32_t>(candidates_.rows[static_cast<std::size_t>(c)]);
      if (costs(c) > bound || std::find(here.rows.begin(), end, row) != end) continue;
      found.push_back({.parent = static_cast<std::uint32_t>(parent), .row = row, .cost = costs(c)});
    }
  }
}

void PlacementExtension::add_steps(std::size_t first, std::size_t end, PlacementSteps& steps) const {
  Work work;
  work.shown.resize(static_cast<std::size_t>(own_.rows()));
  work.units.resize(static_cast<std::size_t>(own_.rows()));
  std::vector<PlacementStep> found;
  for (std::size_t p = first; p < end; ++p) {
    const auto& rows = partials_[p].rows;
    Index from = 0;
    if (p > first)
      from =
          lengths_ + (std::mismatch(rows.begin(), rows.begin() + placed_, partials_[p - 1].rows.begin()).first - rows.begin());
    compare(partials_[p], from, work);
    collect(p, work.costs, steps, found);
  }
  steps.add(found);
}

}  // namespace guise::attacks
