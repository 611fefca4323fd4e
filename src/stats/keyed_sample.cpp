// SPDX-License-Identifier: Apache-2.0
// The priority of a record is word number `record` of stream 0: 64 random bits, ties broken by the record number. Keeping the
// `size` smallest is a uniform sample without replacement, and the sample of a smaller size under the same key is part of it.
#include "stats/keyed_sample.h"

#include <algorithm>
#include <utility>

namespace guise::stats {

KeyedSample::KeyedSample(std::int64_t size, const random::Rng& rng) : size_(size), rng_(rng) {}

bool KeyedSample::before(const Entry& a, const Entry& b) {
  return std::pair(a.priority, a.record) < std::pair(b.priority, b.record);
}

void KeyedSample::offer(Entry entry) {
  if (size_ == 0) return;
  entries_.push_back(std::move(entry));
  std::push_heap(entries_.begin(), entries_.end(), before);
  if (static_cast<std::int64_t>(entries_.size()) <= size_) return;
  std::pop_heap(entries_.begin(), entries_.end(), before);
  entries_.pop_back();
}

void KeyedSample::add(std::int64_t first_record, const MatrixRef& records) {
  std::vector<std::uint64_t> priority(static_cast<std::size_t>(records.rows()));
  rng_.words(0, static_cast<std::uint64_t>(first_record), priority);
  for (Index i = 0; i < records.rows(); ++i) {
    const std::uint64_t mine = priority[static_cast<std::size_t>(i)];
    const bool full = static_cast<std::int64_t>(entries_.size()) >= size_;
    if (full && (entries_.empty() || mine > entries_.front().priority)) continue;  // no copy of a record that will not stay
    offer({mine, first_record + i, records.row(i)});
  }
}

void KeyedSample::merge(const KeyedSample& other) {
  if (size_ == 0) {
    *this = other;
    return;
  }
  for (const Entry& entry : other.entries_) offer(entry);
}

std::vector<const KeyedSample::Entry*> KeyedSample::in_order() const {
  std::vector<const Entry*> sorted;
  for (const Entry& entry : entries_) sorted.push_back(&entry);
  std::sort(sorted.begin(), sorted.end(), [](const Entry* a, const Entry* b) { return a->record < b->record; });
  return sorted;
}

Matrix KeyedSample::rows() const {
  const auto sorted = in_order();
  Matrix out(static_cast<Index>(sorted.size()), sorted.empty() ? 0 : sorted.front()->values.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) out.row(static_cast<Index>(i)) = sorted[i]->values;
  return out;
}

std::vector<std::int64_t> KeyedSample::records() const {
  std::vector<std::int64_t> out;
  for (const Entry* entry : in_order()) out.push_back(entry->record);
  return out;
}

}  // namespace guise::stats
