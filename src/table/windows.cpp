// SPDX-License-Identifier: Apache-2.0
#include "table/windows.h"

#include <algorithm>

namespace guise::table {
namespace {

std::vector<std::int64_t> present_records(const Chunk& chunk) {
  std::vector<std::int64_t> records;
  records.reserve(static_cast<std::size_t>(chunk.records()));
  for (Index i = 0; i < chunk.records(); ++i) {
    const bool there = chunk.dropped.empty() || !chunk.dropped[static_cast<std::size_t>(i)];
    if (there) records.push_back(chunk.first_record + i);
  }
  return records;
}

bool consecutive(const std::vector<std::int64_t>& records) {
  return records.back() - records.front() + 1 == static_cast<std::int64_t>(records.size());
}

}  // namespace

std::int64_t window_records(Index columns) {
  constexpr std::int64_t values = std::int64_t{4} << 20, most = 65536 / kBlock;  // 32 MiB of doubles; blocks
  return std::clamp<std::int64_t>(values / kBlock / std::max<Index>(columns, 1), 1, most) * kBlock;
}

void WindowCutter::copy(const Piece& piece, std::int64_t from, std::int64_t begin, std::int64_t end, KeptWindow& to) const {
  to.window.values.middleRows(begin - from, end - begin) = piece.chunk.values.middleRows(begin - piece.begin, end - begin);
  std::copy(piece.records.begin() + (begin - piece.begin), piece.records.begin() + (end - piece.begin),
            to.window.records.begin() + (begin - from));
  const std::int64_t own_end = std::min(end, next_ + to.window.count);
  for (std::int64_t at = std::max(begin, next_); at < own_end; ++at) {
    for (std::size_t j = 0; j < to.kept.size(); ++j) {
      const TextColumn& column = piece.chunk.kept[j];
      append_text(to.kept[j], text_at(column, at - piece.begin), column.null[static_cast<std::size_t>(at - piece.begin)]);
    }
  }
}

KeptWindow WindowCutter::cut(std::int64_t end) {
  const std::int64_t from = std::max(first_, next_ - halo_), to = std::min(end_, end + halo_);
  KeptWindow cut{
      .window = {.index = index_++, .before = next_ - from, .count = end - next_}, .kept = {}, .position = next_ - first_};
  cut.window.values.resize(to - from, pieces_.front().chunk.values.cols());
  cut.window.records.resize(static_cast<std::size_t>(to - from));
  cut.kept.resize(pieces_.front().chunk.kept.size());
  for (const Piece& piece : pieces_) {
    const std::int64_t begin = std::max(piece.begin, from), stop = std::min(piece.end, to);
    if (begin < stop) copy(piece, from, begin, stop, cut);
  }
  cut.window.first_record = cut.window.records.front();
  if (consecutive(cut.window.records)) cut.window.records.clear();
  return cut;
}

std::vector<KeptWindow> WindowCutter::add(Chunk&& chunk, bool last) {
  std::vector<std::int64_t> records = present_records(chunk);
  if (!records.empty()) {
    remove_dropped(chunk);
    const std::int64_t begin = end_;
    end_ += chunk.records();
    pieces_.push_back({begin, end_, std::move(records), std::move(chunk)});
  }
  std::vector<KeptWindow> done;
  for (;;) {
    const std::int64_t border = (next_ / size_ + 1) * size_, end = last ? std::min(border, end_) : border;
    const bool complete = last ? next_ < end_ : end_ >= end + halo_;
    if (!complete || next_ >= stop_) return done;
    done.push_back(cut(end));
    next_ = end;
    while (!pieces_.empty() && pieces_.front().end <= next_ - halo_) pieces_.pop_front();
  }
}

}  // namespace guise::table
