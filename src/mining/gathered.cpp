// SPDX-License-Identifier: Apache-2.0
#include "mining/gathered.h"

#include <atomic>
#include <map>
#include <mutex>

#include "base/large_matrix.h"
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

}  // namespace

Gathered gather(const Data& data, std::int64_t most, std::size_t bytes, const random::Rng& rng) {
  const bool there_already = data.held && !data.fold;
  stats::KeyedSample sample(most, rng);
  Hold hold(there_already ? 0 : bytes);
  std::atomic<std::int64_t> records = 0;
  scan(data, [&](const Batch& batch) {
    sample.add(batch.first_record, batch.rows, batch.numbers);
    hold.add(batch.first_record, batch.rows);
    records += batch.rows.rows();
  });
  Gathered out{.sample = sample.rows(), .records = records, .data = data};
  out.data.label.reset();
  out.data.selection.kept.clear();
  if (there_already || hold.full()) return out;
  out.data.held =
      std::make_shared<const Records>(Records{hold.take(static_cast<Index>(records), static_cast<Index>(data.columns.size()))});
  out.data.table.reset();
  out.data.fold.reset();
  return out;
}

}  // namespace guise::mining
