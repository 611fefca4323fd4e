// SPDX-License-Identifier: Apache-2.0
#include "mining/gathered.h"

#include <atomic>
#include <map>
#include <mutex>

#include "base/large_matrix.h"
#include "mining/pass.h"
#include "stats/keyed_sample.h"

namespace guise::mining {
namespace {

/// Blocks as they come, until they are too many.
class Hold {
 public:
  explicit Hold(std::size_t bytes) : room_(bytes) {}

  void add(std::int64_t first_record, const MatrixRef& rows) {
    const auto size = static_cast<std::size_t>(rows.size()) * sizeof(double);
    if (full_) return;
    const std::lock_guard lock(mutex_);
    if (full_ || size > room_) {
      full_ = true;
      blocks_.clear();
      return;
    }
    room_ -= size;
    blocks_.emplace(first_record, rows);
  }

  bool full() const { return full_; }

  Matrix take(Index records, Index columns) {
    Matrix all = large_matrix(records, columns);
    Index place = 0;
    for (auto& [first, block] : blocks_) {
      all.middleRows(place, block.rows()) = block;
      place += block.rows();
      block.resize(0, 0);
    }
    return all;
  }

 private:
  std::size_t room_;
  std::atomic<bool> full_ = false;
  std::mutex mutex_;
  std::map<std::int64_t, Matrix> blocks_;
};

/// In parts the blocks of a table stand for those of records in memory, which are counted from the first one that is there.
bool in_parts(const Data& data, std::int64_t records) {
  if (data.held || data.table->reader().passes() == nullptr) return false;
  return !data.fold && data.selection.first_record == 0 && data.table->records() == records;
}

Matrix held_records(const Data& data, std::int64_t records, std::size_t bytes) {
  Hold hold(bytes);
  scan(data, [&](const Batch& batch) { hold.add(batch.first_record, batch.rows); });
  return hold.take(static_cast<Index>(records), static_cast<Index>(data.columns.size()));
}

}  // namespace

Gathered gather(const Data& data, std::int64_t most, std::size_t bytes, const random::Rng& rng) {
  const bool there_already = data.held && !data.fold, staged = !data.held && data.table->reader().passes() != nullptr;
  stats::KeyedSample sample(most, rng);
  Hold hold(there_already || staged ? 0 : bytes);
  std::atomic<std::int64_t> records = 0;
  gather_pass(data, "sample", {table::sum_of(sample), table::sum_of(records)}, [&](const Batch& batch) {
    sample.add(batch.first_record, batch.rows, batch.numbers);
    hold.add(batch.first_record, batch.rows);
    records += batch.rows.rows();
  });
  Gathered out{.sample = sample.rows(), .records = records, .data = data};
  out.data.label.reset();
  out.data.selection.kept.clear();
  const std::size_t size = static_cast<std::size_t>(records) * data.columns.size() * sizeof(double);
  out.fit = there_already || size <= bytes;
  if (there_already || !out.fit || in_parts(data, records)) return out;
  const auto columns = static_cast<Index>(data.columns.size());
  Matrix rows = hold.full() ? held_records(data, records, bytes) : hold.take(static_cast<Index>(records), columns);
  out.data.held = std::make_shared<const Records>(Records{std::move(rows)});
  out.data.table.reset();
  out.data.fold.reset();
  return out;
}

}  // namespace guise::mining
