// SPDX-License-Identifier: Apache-2.0
#include "attacks/placement_beam.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "attacks/placement_extension.h"

namespace guise::attacks {
namespace {

// Partial placements kept after so many records. Where noise is a tenth of the spread, three or four records fit hundreds of
// thousands of rows by chance; from seven on hardly any wrong ones fit.
constexpr std::size_t kWidths[] = {20'000, 100'000, 100'000, 100'000, 50'000, 10'000, 2'000, 500};
// Placements of all records that are compared by their Procrustes misfit.
constexpr std::size_t kFinalists = 200;
// Partial placements worked on together.
constexpr std::size_t kBlock = 64;
// Numbers added up in one step of usual effort, about half a second of work.
constexpr double kMostWork = 1e9;

bool cheaper(const PartialPlacement& a, const PartialPlacement& b) {
  return std::tie(a.cost, a.rows) < std::tie(b.cost, b.rows);
}

/// The cheapest so many; in no order.
void keep_best(std::vector<PartialPlacement>& all, std::size_t count) {
  if (all.size() <= count) return;
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(), cheaper);
  all.resize(count);
}

class Beam {
 public:
  Beam(const NoisyField& field, const std::vector<Index>& last, std::size_t effort)
      : field_(field), order_(field.order(kBeamRecords, last)), law_(field.law(order_)), effort_(effort) {}

  NoisyPlacement search() {
    start();
    for (placed_ = 1; placed_ < order_.size() && !partials_.empty(); ++placed_) extend();
    return best();
  }

 private:
  void start() {
    const PlacementCandidates first = field_.candidates(order_[0]);
    for (std::size_t i = 0; i < first.rows.size(); ++i) {
      PartialPlacement one{.rows = {}, .cost = first.cost(static_cast<Index>(i))};
      one.rows[0] = static_cast<std::int32_t>(first.rows[i]);
      partials_.push_back(one);
    }
    keep_best(partials_, kWidths[0] * effort_);
  }

  /// Places the next record in every way that is likely enough.
  void extend() {
    // Neighbours in this order share their first rows, whose distances are then computed once.
    std::sort(partials_.begin(), partials_.end(),
              [](const PartialPlacement& a, const PartialPlacement& b) { return a.rows < b.rows; });
    const PlacementCandidates candidates = field_.candidates(order_[placed_]);
    const PlacementExtension extension(field_, law_, candidates, partials_, static_cast<Index>(placed_));
    PlacementSteps steps(width_after(placed_ + 1), most_cost(placed_ + 1));
    tbb::parallel_for(std::size_t{0}, (partials_.size() + kBlock - 1) / kBlock, [&](std::size_t block) {
      const std::size_t first = block * kBlock;
      extension.add_steps(first, std::min(first + kBlock, partials_.size()), steps);
    });
    std::vector<PartialPlacement> next;
    for (const PlacementStep& step : steps.take()) {
      PartialPlacement one = partials_[step.parent];
      one.rows[placed_] = step.row;
      one.cost = step.cost;
      next.push_back(one);
    }
    partials_ = std::move(next);
  }

  /// What is kept after that many records, and less where extending each takes long.
  std::size_t width_after(std::size_t placed) const {
    const std::size_t width = kWidths[std::min(placed, std::size(kWidths)) - 1] * effort_;
    if (placed >= order_.size()) return width;
    const double work = static_cast<double>(field_.candidates(order_[placed]).rows.size() * 4 * (placed + 1));
    return std::min(width, static_cast<std::size_t>(std::max(static_cast<double>(effort_) * kMostWork / work, 100.0)));
  }

  /// Squared deviations of the right placement that are not seen in 10,000 draws, and some more: squares of the noise make
  /// larger ones less rare than for a normal law.
  float most_cost(std::size_t placed) const {
    const double shown = static_cast<double>(law_.shown_before(static_cast<Index>(placed)));
    return static_cast<float>(shown + 5 * std::sqrt(2 * shown) + 10);
  }

  NoisyPlacement best() {
    NoisyPlacement out{.records = order_, .rows = {}};
    const PlacementMisfit misfit(field_.records()(order_, Eigen::all), field_.released(), field_.noise());
    out.misfit = std::numeric_limits<double>::infinity();
    out.freedom = misfit.freedom();
    keep_best(partials_, kFinalists);
    std::sort(partials_.begin(), partials_.end(), cheaper);
    for (const PartialPlacement& each : partials_) {
      const std::vector<Index> rows(each.rows.begin(), each.rows.begin() + static_cast<std::ptrdiff_t>(order_.size()));
      if (const double here = misfit.of(rows.data()); here < out.misfit) out.misfit = here, out.rows = rows;
    }
    return out;
  }

  const NoisyField& field_;
  std::vector<Index> order_;
  PlacementLaw law_;
  std::size_t effort_;
  std::vector<PartialPlacement> partials_;
  std::size_t placed_ = 0;  // records placed in every partial placement
};

}  // namespace

NoisyPlacement likeliest_placement(const NoisyField& field, const std::vector<Index>& last, std::size_t effort) {
  return Beam(field, last, effort).search();
}

}  // namespace guise::attacks
