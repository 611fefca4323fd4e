// SPDX-License-Identifier: Apache-2.0
#include "table/external_sort.h"

#include <algorithm>
#include <queue>

namespace guise::table {
namespace {

constexpr std::size_t kPiece = std::size_t{1} << 20;       // bytes written or read at a time
constexpr std::size_t kLeastPiece = std::size_t{1} << 15;  // … where very many runs are merged
constexpr std::size_t kMerging = std::size_t{64} << 20;    // bytes for all runs together

/// The rows of one run on disk, in order.
class RunCursor {
 public:
  RunCursor(const SpillFile& file, const PackedRows& format, std::int64_t begin, std::int64_t size, std::size_t piece)
      : file_(&file), format_(&format), next_(begin), end_(begin + size), piece_(piece) {}

  /// The row at hand, whole in memory; nullptr at the end.
  const char* row() {
    const std::size_t fixed = format_->fixed();
    if (buffer_.size() - used_ < fixed) fill(fixed);
    if (buffer_.size() - used_ < fixed) return nullptr;
    const std::size_t size = format_->size(&buffer_[used_]);
    if (buffer_.size() - used_ < size) fill(size);
    return &buffer_[used_];
  }
  void step() { used_ += format_->size(&buffer_[used_]); }

 private:
  void fill(std::size_t wanted) {
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(used_));
    used_ = 0;
    while (buffer_.size() < wanted && next_ < end_) {
      const std::size_t had = buffer_.size(), padded = (static_cast<std::size_t>(end_ - next_) + SpillFile::kAlign - 1) /
                                                       SpillFile::kAlign * SpillFile::kAlign;
      const std::size_t count = std::min(piece_, padded);
      buffer_.resize(had + count);
      file_->read(std::span(buffer_).subspan(had), next_);
      next_ += static_cast<std::int64_t>(count);
      if (next_ > end_) buffer_.resize(buffer_.size() - static_cast<std::size_t>(next_ - end_));  // what only filled a block
    }
  }

  const SpillFile* file_;
  const PackedRows* format_;
  std::int64_t next_, end_;
  std::size_t piece_, used_ = 0;
  std::vector<char> buffer_;
};

/// The smallest priority of all runs first; of equal ones that of the earlier run.
class Merge {
 public:
  explicit Merge(std::vector<RunCursor> runs) : runs_(std::move(runs)) {
    for (std::size_t i = 0; i < runs_.size(); ++i) offer(i);
  }
  const char* next() {
    if (given_ < runs_.size()) {  // the row given last may go now
      runs_[given_].step();
      offer(given_);
    }
    given_ = runs_.size();
    if (heap_.empty()) return nullptr;
    given_ = heap_.top().second;
    heap_.pop();
    return runs_[given_].row();
  }

 private:
  using Head = std::pair<std::uint64_t, std::size_t>;  // priority, run
  void offer(std::size_t run) {
    if (const char* row = runs_[run].row(); row != nullptr) heap_.emplace(PackedRows::priority(row), run);
  }
  std::vector<RunCursor> runs_;
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heap_;
  std::size_t given_ = ~std::size_t{0};
};

}  // namespace

ExternalSort::ExternalSort(const PackedRows& format, std::filesystem::path folder, std::size_t run_bytes)
    : format_(format), folder_(std::move(folder)), run_bytes_(run_bytes) {}

void ExternalSort::add(std::string_view rows) {
  const std::size_t behind = rows_.size();
  if (rows_.capacity() < run_bytes_) rows_.reserve(run_bytes_);  // pages that are not used cost nothing
  rows_.insert(rows_.end(), rows.begin(), rows.end());
  for (std::size_t at = behind; at < rows_.size(); at += format_.size(&rows_[at]))
    places_.push_back({PackedRows::priority(&rows_[at]), at});
  if (rows_.size() + places_.size() * sizeof(Place) >= run_bytes_) write_run();
}

void ExternalSort::sort_rows() {
  std::sort(places_.begin(), places_.end(),
            [](const Place& a, const Place& b) { return std::pair(a.priority, a.at) < std::pair(b.priority, b.at); });
}

void ExternalSort::write_run() {
  if (spill_ == nullptr) spill_ = std::make_unique<SpillFile>(folder_);
  sort_rows();
  runs_.push_back({.begin = spill_->size(), .size = static_cast<std::int64_t>(rows_.size())});
  std::vector<char> piece;
  piece.reserve(2 * kPiece);
  for (const Place& place : places_) {
    piece.insert(piece.end(), &rows_[place.at], &rows_[place.at] + format_.size(&rows_[place.at]));
    if (piece.size() < kPiece) continue;
    const std::size_t whole = piece.size() / SpillFile::kAlign * SpillFile::kAlign;
    spill_->append(std::span(piece).first(whole));
    piece.erase(piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(whole));
  }
  piece.resize((piece.size() + SpillFile::kAlign - 1) / SpillFile::kAlign * SpillFile::kAlign);
  spill_->append(piece);
  rows_.clear();
  places_.clear();
}

NextRow ExternalSort::sorted() {
  if (spill_ == nullptr) {
    sort_rows();
    return [this, at = std::size_t{0}]() mutable { return at < places_.size() ? &rows_[places_[at++].at] : nullptr; };
  }
  if (!places_.empty()) write_run();
  rows_ = {};
  places_ = {};
  const std::size_t piece = std::clamp(kMerging / runs_.size() / SpillFile::kAlign * SpillFile::kAlign, kLeastPiece, kPiece);
  std::vector<RunCursor> cursors;
  for (const Run& run : runs_) cursors.emplace_back(*spill_, format_, run.begin, run.size, piece);
  return [merge = std::make_shared<Merge>(std::move(cursors))] { return merge->next(); };
}

}  // namespace guise::table
