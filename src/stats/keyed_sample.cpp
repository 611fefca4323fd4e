// SPDX-License-Identifier: Apache-2.0
// The priority of a record is word number `record` of stream 0: 64 random bits, ties broken by the record number. Keeping the
// `size` smallest is a uniform sample without replacement, and the sample of a smaller size under the same key is part of it.
#include "stats/keyed_sample.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace guise::stats {
namespace {

template <typename Entry>
bool before(const Entry& a, const Entry& b) {
  return std::pair(a.priority, a.record) < std::pair(b.priority, b.record);
}

}  // namespace

KeyedSample::KeyedSample(std::int64_t size, const random::Rng& rng) : size_(static_cast<std::size_t>(size)), rng_(rng) {}

bool KeyedSample::rising(const std::vector<std::int64_t>& numbers) {
  return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) == numbers.end();
}

void KeyedSample::add(std::int64_t first_record, const MatrixRef& records, const std::vector<std::int64_t>& numbers) {
  if (size_ == 0 || records.rows() == 0) return;
  const auto number = [&](Index row) { return numbers.empty() ? first_record + row : numbers[static_cast<std::size_t>(row)]; };
  const std::int64_t first = number(0), last = number(records.rows() - 1);
  std::vector<std::uint64_t> priority(static_cast<std::size_t>(last - first + 1));
  rng_.words(0, static_cast<std::uint64_t>(first), priority);
  for (Index row = 0; row < records.rows(); ++row)
    priority[static_cast<std::size_t>(row)] = priority[static_cast<std::size_t>(number(row) - first)];
  priority.resize(static_cast<std::size_t>(records.rows()));
  std::vector<Index> rows;
  const std::uint64_t bound = bound_;
  for (std::size_t i = 0; i < priority.size(); ++i)
    if (priority[i] <= bound) rows.push_back(static_cast<Index>(i));
  if (rows.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const Index row : rows) {
    if (entries_.size() >= 2 * size_) drop_the_rest();
    if (empty_.empty()) {
      empty_.push_back(values_.size());
      values_.emplace_back();
    }
    values_[empty_.back()] = records.row(row);
    entries_.push_back({priority[static_cast<std::size_t>(row)], number(row), empty_.back()});
    empty_.pop_back();
  }
}

void KeyedSample::drop_the_rest() {
  const auto end = entries_.begin() + static_cast<std::ptrdiff_t>(size_);
  std::nth_element(entries_.begin(), end - 1, entries_.end(), before<Entry>);
  bound_ = (end - 1)->priority;
  for (auto gone = end; gone != entries_.end(); ++gone) empty_.push_back(gone->place);
  entries_.erase(end, entries_.end());
}

std::vector<KeyedSample::Entry> KeyedSample::smallest() const {
  std::vector<Entry> chosen = entries_;
  if (chosen.size() > size_) {
    std::nth_element(chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(size_), chosen.end(), before<Entry>);
    chosen.resize(size_);
  }
  std::sort(chosen.begin(), chosen.end(), [](const Entry& a, const Entry& b) { return a.record < b.record; });
  return chosen;
}

Matrix KeyedSample::rows() const {
  const auto chosen = smallest();
  Matrix out(static_cast<Index>(chosen.size()), chosen.empty() ? 0 : values_[chosen.front().place].size());
  for (std::size_t i = 0; i < chosen.size(); ++i) out.row(static_cast<Index>(i)) = values_[chosen[i].place];
  return out;
}

std::vector<std::int64_t> KeyedSample::by_priority() const {
  std::vector<Entry> chosen = smallest();
  std::sort(chosen.begin(), chosen.end(), before<Entry>);
  std::vector<std::int64_t> out;
  for (const Entry& entry : chosen) out.push_back(entry.record);
  return out;
}

std::vector<std::int64_t> KeyedSample::records() const {
  std::vector<std::int64_t> out;
  for (const Entry& entry : smallest()) out.push_back(entry.record);
  return out;
}

}  // namespace guise::stats
