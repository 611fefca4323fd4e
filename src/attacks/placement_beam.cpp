// SPDX-License-Identifier: Apache-2.0
#include "attacks/placement_beam.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace guise::attacks {
namespace {

// Partial placements kept after so many records, and how many times as many are looked at more closely, by their Procrustes
// misfit: it ranks the right one about five times better than distances do. Where noise is a tenth of the spread, three or four
// records fit hundreds of thousands of rows by chance; from seven on hardly any wrong ones fit.
struct Stage {
  std::size_t width, closer;
};
constexpr Stage kStages[] = {{20'000, 1}, {20'000, 1}, {10'000, 8}, {8'000, 8}, {4'000, 6}, {1'500, 4}, {500, 3}, {300, 3}};
// Partial placements worked on together.
constexpr std::size_t kBlock = 64;
// Products of numbers in one step, about a second of work.
constexpr double kMostProducts = 2e9;

struct Partial {
  std::array<std::int32_t, static_cast<std::size_t>(kBeamRecords)> rows;
  float cost;
};

struct Step {
  std::size_t parent;
  std::int32_t row;
  float cost;
  auto key() const { return std::tuple(cost, parent, row); }
  bool operator<(const Step& other) const { return key() < other.key(); }
};

/// The cheapest so many; in no order.
template <class T, class Before>
void keep_best(std::vector<T>& all, std::size_t count, Before before) {
  if (all.size() <= count) return;
  std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(), before);
  all.resize(count);
}

class Beam {
 public:
  Beam(const NoisyField& field, const std::vector<Index>& last, std::size_t effort)
      : field_(field), order_(field.order(kBeamRecords, last)), effort_(effort) {}

  NoisyPlacement search() {
    start();
    for (placed_ = 1; placed_ < order_.size() && !partials_.empty(); ++placed_) extend();
    NoisyPlacement out{.records = order_, .rows = {}};
    if (partials_.empty()) return out;
    const PlacementMisfit misfit = misfit_of(order_.size());
    out.misfit = std::numeric_limits<double>::infinity();
    for (const Partial& each : partials_)
      if (const double here = misfit_at(each, misfit); here < out.misfit) out.misfit = here, out.rows = rows_of(each);
    out.freedom = misfit.freedom();
    return out;
  }

 private:
  void start() {
    const PlacementCandidates first = field_.candidates(order_[0]);
    for (std::size_t i = 0; i < first.rows.size(); ++i) {
      Partial one{.rows = {}, .cost = first.cost(static_cast<Index>(i))};
      one.rows[0] = static_cast<std::int32_t>(first.rows[i]);
      partials_.push_back(one);
    }
    keep_best(partials_, stage_after(1).width,
              [](const Partial& a, const Partial& b) { return std::tie(a.cost, a.rows[0]) < std::tie(b.cost, b.rows[0]); });
  }

  /// What is kept after that many records, and less where comparing each with all rows takes long.
  Stage stage_after(std::size_t placed) const {
    Stage stage = kStages[std::min(placed, std::size(kStages)) - 1];
    const double products = static_cast<double>(field_.rows()) * static_cast<double>(field_.records().cols());
    const auto affordable = static_cast<std::size_t>(std::max(kMostProducts / products, 100.0));
    stage.width = std::min(stage.width * effort_, affordable);
    return stage;
  }

  /// Places the next record in every way that is likely enough.
  void extend() {
    // Neighbours in this order share their first rows, whose distances are then computed once.
    std::sort(partials_.begin(), partials_.end(), [&](const Partial& a, const Partial& b) {
      return std::lexicographical_compare(a.rows.begin(), a.rows.begin() + static_cast<std::ptrdiff_t>(placed_), b.rows.begin(),
                                          b.rows.begin() + static_cast<std::ptrdiff_t>(placed_));
    });
    const PlacementCandidates candidates = field_.candidates(order_[placed_]);
    const std::size_t blocks = (partials_.size() + kBlock - 1) / kBlock;
    std::vector<std::vector<Step>> found(blocks);
    tbb::parallel_for(std::size_t{0}, blocks, [&](std::size_t block) {
      const std::size_t first = block * kBlock;
      found[block] = steps(first, std::min(first + kBlock, partials_.size()), candidates);
    });
    std::vector<Step> all;
    const auto [width, closer] = stage_after(placed_ + 1);
    for (std::vector<Step>& some : found) {
      all.insert(all.end(), some.begin(), some.end());
      if (all.size() > 8 * closer * width) keep_best(all, closer * width, std::less<>());
    }
    keep_best(all, closer * width, std::less<>());
    take(all);
    if (closer > 1) look_closer(width);
  }

  std::vector<Step> steps(std::size_t first, std::size_t end, const PlacementCandidates& candidates) const {
    const Index record = order_[placed_];
    // Squared deviations so far, and a wide margin: the terms of one record go up and down together.
    const float terms = static_cast<float>((placed_ + 1) * (placed_ + 2)) / 2, bound = 2 * terms + 16;
    std::vector<Costs> sums(placed_ + 1);  // [i]: the candidates' cost by their length and their distances to the first i
    sums[0] = candidates.cost;
    std::vector<Step> out;
    std::size_t shared = 0;
    for (std::size_t p = first; p < end; ++p) {
      const Partial& here = partials_[p];
      if (p > first)
        shared =
            static_cast<std::size_t>(std::mismatch(here.rows.begin(), here.rows.begin() + static_cast<std::ptrdiff_t>(placed_),
                                                   partials_[p - 1].rows.begin())
                                         .first -
                                     here.rows.begin());
      for (std::size_t i = shared; i < placed_; ++i) {
        sums[i + 1] = sums[i];
        field_.add_distance(record, candidates, order_[i], here.rows[i], sums[i + 1]);
      }
      for (std::size_t c = 0; c < candidates.rows.size(); ++c) {
        const float cost = here.cost + sums[placed_](static_cast<Index>(c));
        const auto row = static_cast<std::int32_t>(candidates.rows[c]);
        if (cost > bound || uses(here, row)) continue;
        out.push_back({.parent = p, .row = row, .cost = cost});
      }
    }
    return out;
  }

  bool uses(const Partial& partial, std::int32_t row) const {
    const auto end = partial.rows.begin() + static_cast<std::ptrdiff_t>(placed_);
    return std::find(partial.rows.begin(), end, row) != end;
  }

  void take(const std::vector<Step>& chosen) {
    std::vector<Partial> next;
    next.reserve(chosen.size());
    for (const Step& step : chosen) {
      Partial one = partials_[step.parent];
      one.rows[placed_] = step.row;
      one.cost = step.cost;
      next.push_back(one);
    }
    partials_ = std::move(next);
  }

  /// Distances of one record are off together, and likelihoods by them count that twice: the misfit of a rotation does not.
  void look_closer(std::size_t width) {
    const PlacementMisfit misfit = misfit_of(placed_ + 1);
    std::vector<std::pair<double, std::size_t>> ranked(partials_.size());
    tbb::parallel_for(std::size_t{0}, partials_.size(), [&](std::size_t i) {
      ranked[i] = {misfit_at(partials_[i], misfit), i};
    });
    // Ties by their rows, not by their places, which follow the order of the search.
    keep_best(ranked, width, [&](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : partials_[a.second].rows < partials_[b.second].rows;
    });
    std::vector<Partial> next;
    for (const auto& [value, place] : ranked) next.push_back(partials_[place]);
    partials_ = std::move(next);
  }

  PlacementMisfit misfit_of(std::size_t count) const {
    const std::vector<Index> some(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(count));
    return {field_.records()(some, Eigen::all), field_.released(), field_.noise()};
  }
  double misfit_at(const Partial& partial, const PlacementMisfit& misfit) const { return misfit.of(rows_of(partial).data()); }
  std::vector<Index> rows_of(const Partial& partial) const {
    return {partial.rows.begin(), partial.rows.begin() + static_cast<std::ptrdiff_t>(order_.size())};
  }

  const NoisyField& field_;
  std::vector<Index> order_;
  std::size_t effort_;
  std::vector<Partial> partials_;
  std::size_t placed_ = 0;  // records placed in every partial placement
};

}  // namespace

NoisyPlacement likeliest_placement(const NoisyField& field, const std::vector<Index>& last, std::size_t effort) {
  return Beam(field, last, effort).search();
}

}  // namespace guise::attacks
