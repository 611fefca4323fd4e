// SPDX-License-Identifier: Apache-2.0
// The best ways to extend partial placements by one record, collected by several threads.
#pragma once
#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace guise::attacks {

/// A partial placement, by its place in a list, and the row that is taken for the next record.
struct PlacementStep {
  std::uint32_t parent;
  std::int32_t row;
  float cost;
};

/// Keeps the cheapest so many; ties by parent and row, so that the order in which threads come does not matter.
class PlacementSteps {
 public:
  /// Steps that cost more than `most` are not wanted.
  PlacementSteps(std::size_t count, float most) : count_(count), bound_(most) {}
  /// Steps above this are not among the cheapest; falls while steps come in.
  float bound() const { return bound_.load(std::memory_order_relaxed); }
  void add(const std::vector<PlacementStep>& steps);
  std::vector<PlacementStep> take();

 private:
  void drop();

  std::size_t count_;
  std::atomic<float> bound_;
  std::mutex mutex_;
  std::vector<PlacementStep> steps_;
};

}  // namespace guise::attacks
