// SPDX-License-Identifier: Apache-2.0
// Merges partial results of aligned blocks in a fixed binary tree, whatever the order they arrive in: the same bits for any
// number of threads, processes and any chunk size. Memory is the logarithm of the number of blocks per run of them.
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
  void add(std::int64_t block, T partial) { add_at(block, 0, std::move(partial)); }

  /// What is left, merged from the first block to the last.
  T finish(T empty) {
    std::map<std::int64_t, T*> in_order;
    for (auto& [node, partial] : nodes_) in_order.emplace(node.first << node.second, &partial);
    for (auto& [block, partial] : in_order) empty.merge(*partial);
    nodes_.clear();
    return empty;
  }

  /// The open nodes in binary form (base/form.h).
  template <typename Form>
  void write(Form& form) const {
    form.kind("ordered merge", 1);
    form(static_cast<std::uint64_t>(nodes_.size()));
    for (const auto& [place, partial] : nodes_) form(place.first, place.second, partial);
  }

  /// Takes the open nodes of a merge of other blocks. T has alike(a, b): both may be of one table. `fits`: whether a partial
  /// result may be of the table that is gathered.
  template <typename Form>
  void join(Form& form) {
    join(form, [](const T&) { return true; });
  }
  template <typename Form, typename Fits>
  void join(Form& form, const Fits& fits) {
    form.kind("ordered merge", 1);
    std::uint64_t count = 0;
    for (form(count); count > 0; --count) {
      std::int64_t block = 0;
      std::int32_t level = 0;
      T partial{};
      form(block, level, partial);
      form.check(block >= 0 && level >= 0 && level < 63, "a partial result stands for no block");
      form.check(fits(partial) && (nodes_.empty() || alike(nodes_.begin()->second, partial)),
                 "its parts are of different tables");
      form.check(!nodes_.contains({block, level}), "two partial results stand for the same blocks");
      add_at(block, level, std::move(partial));
    }
  }

 private:
  /// `level`: the partial stands for 2^level blocks, the number `block` among these.
  void add_at(std::int64_t block, int level, T partial) {
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

  std::mutex mutex_;
  std::map<std::pair<std::int64_t, int>, T> nodes_;
};

}  // namespace guise::stats
