// SPDX-License-Identifier: Apache-2.0
// The best of the records offered so far.
#pragma once
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "mining/nearest_records.h"
#include "mining/points.h"

namespace guise::mining {

class NearestBest {
 public:
  NearestBest(std::size_t count, Index self) : count_(count), self_(self) { best_.reserve(count + 1); }

  /// The squared distance that is still good enough; infinite until there are enough records.
  double worst() const { return best_.size() < count_ ? std::numeric_limits<double>::infinity() : best_.back().first; }

  bool full() const { return best_.size() == count_; }

  /// The records of a point, until they are no longer good enough.
  void offer(double square_distance, std::span<const Index> records) {
    for (const Index record : records) {
      if (record == self_) continue;
      const std::pair entry{square_distance, record};
      if (full() && entry > best_.back()) return;
      best_.insert(std::upper_bound(best_.begin(), best_.end(), entry), entry);
      if (best_.size() > count_) best_.pop_back();
    }
  }

  void store(Index row, NearestRecords& out) const {
    for (std::size_t i = 0; i < best_.size(); ++i) {
      out.square_distances(row, static_cast<Index>(i)) = best_[i].first;
      out.places(row, static_cast<Index>(i)) = best_[i].second;
    }
  }

 private:
  std::size_t count_;
  Index self_;  // nobody's neighbour is himself
  std::vector<std::pair<double, Index>> best_;
};

// The searches of nearest_records.
void search_tree(const Points& points, const std::vector<Index>& asked, NearestRecords& out);
void search_products(const Points& points, const std::vector<Index>& asked, NearestRecords& out);
void search_cells(const Points& points, const std::vector<Index>& asked, NearestRecords& out);

}  // namespace guise::mining
