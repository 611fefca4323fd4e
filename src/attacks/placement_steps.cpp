// SPDX-License-Identifier: Apache-2.0
#include "attacks/placement_steps.h"

#include <algorithm>
#include <tuple>

namespace guise::attacks {
namespace {

bool cheaper(const PlacementStep& a, const PlacementStep& b) {
  return std::tie(a.cost, a.parent, a.row) < std::tie(b.cost, b.parent, b.row);
}

}  // namespace

void PlacementSteps::add(const std::vector<PlacementStep>& steps) {
  const std::lock_guard lock(mutex_);
  for (const PlacementStep& step : steps)
    if (step.cost <= bound()) steps_.push_back(step);
  if (steps_.size() > 2 * count_) drop();
}

std::vector<PlacementStep> PlacementSteps::take() {
  drop();
  return std::move(steps_);
}

void PlacementSteps::drop() {
  if (steps_.size() <= count_) return;
  const auto last = steps_.begin() + static_cast<std::ptrdiff_t>(count_) - 1;
  std::nth_element(steps_.begin(), last, steps_.end(), cheaper);
  bound_.store(last->cost, std::memory_order_relaxed);
  steps_.resize(count_);
}

}  // namespace guise::attacks
