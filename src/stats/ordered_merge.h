// SPDX-License-Identifier: Apache-2.0
// Merges partial results of aligned blocks in a fixed binary tree, whatever the order they arrive in: the same bits for any
// number of threads and any chunk size. Memory is the logarithm of the number of blocks per run of them.
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>

namespace guise::stats {

/// T has merge(const T&); left.merge(right) must mean "left's records, then right's".
template <typename T>
class OrderedMerge {
 public:
  void add(std::int64_t block, T partial) {
    int level = 0;
    for (;; ++level, block >>= 1) {
      T sibling;
      {
        const std::lock_guard lock(mutex_);
        const auto found = nodes_.find({block ^ 1, level});
        if (found == nodes_.end()) {
          nodes_.emplace(std::pair{block, level}, std::move(partial));
          return;
        }
        sibling = std::move(found->second);
        nodes_.erase(found);
      }
      if (block & 1) std::swap(partial, sibling);
      partial.merge(sibling);
    }
  }

  /// What is left, merged from the first block to the last.
  T finish(T empty) {
    std::map<std::int64_t, T*> in_order;
    for (auto& [node, partial] : nodes_) in_order.emplace(node.first << node.second, &partial);
    for (auto& [block, partial] : in_order) empty.merge(*partial);
    nodes_.clear();
    return empty;
  }

 private:
  std::mutex mutex_;
  std::map<std::pair<std::int64_t, int>, T> nodes_;
};

}  // namespace guise::stats
