// SPDX-License-Identifier: Apache-2.0
// A range of a table as a table of its own.
#include <algorithm>
#include <cassert>

#include "base/error.h"
#include "table/cut_out.h"
#include "table/reader.h"
#include "table/window_part.h"

namespace guise::table {

Chunk cut_out(const Chunk& chunk, Index from, Index to) {
  Chunk out{.first_record = chunk.first_record + from, .values = chunk.values.middleRows(from, to - from)};
  if (!chunk.dropped.empty()) out.dropped.assign(chunk.dropped.begin() + from, chunk.dropped.begin() + to);
  for (const TextColumn& column : chunk.kept) {
    TextColumn& some = out.kept.emplace_back();
    for (Index i = from; i < to; ++i) append_text(some, text_at(column, i), column.null[static_cast<std::size_t>(i)] != 0);
  }
  return out;
}

namespace {

/// For formats that cannot begin anywhere: what is outside of the range is read and left out.
class TrimmedSource final : public Source {
 public:
  TrimmedSource(std::unique_ptr<Source> all, std::int64_t begin, std::int64_t end)
      : all_(std::move(all)), begin_(begin), end_(end) {}
  std::function<Chunk()> next() override {
    while (!done_) {
      const auto parse = all_->next();
      if (!parse) break;
      auto chunk = std::make_shared<Chunk>(parse());
      const std::int64_t first = chunk->first_record, last = first + chunk->records();
      done_ = last >= end_;
      const std::int64_t from = std::max(first, begin_), to = std::min(last, end_);
      if (from >= to) continue;
      if (from == first && to == last) return [chunk] { return std::move(*chunk); };
      return [chunk, from, to, first] { return cut_out(*chunk, from - first, to - first); };
    }
    return {};
  }

 private:
  std::unique_ptr<Source> all_;
  std::int64_t begin_, end_;  // record numbers
  bool done_ = false;
};

class PartReader final : public Reader {
 public:
  PartReader(const Reader& whole, const Range& range) : whole_(whole), range_(range) {
    schema_ = whole.schema();
    name_ = whole.name();
  }
  const Reader& whole() const { return whole_; }
  const Range& range() const { return range_; }
  std::optional<std::int64_t> records() const override {
    const auto all = whole_.records();
    if (!all) return {};
    return std::max<std::int64_t>(std::min(*all, range_.end) - range_.begin, 0);
  }
  Bytes32 digest(const Bytes32& secret) const override { return whole_.digest(secret); }
  std::vector<std::filesystem::path> files() const override { return whole_.files(); }
  std::unique_ptr<Source> source(const Selection& selection, std::int64_t chunk, int threads) const override {
    return whole_.source_of(range_, selection, chunk, threads);
  }
  std::unique_ptr<Source> source_of(const Range& range, const Selection& selection, std::int64_t chunk,
                                    int threads) const override {
    const Range both{std::max(range.begin, range_.begin), std::min(range.end, range_.end)};
    return whole_.source_of(both, selection, chunk, threads);
  }

 private:
  const Reader& whole_;
  Range range_;
};

}  // namespace

std::unique_ptr<Source> Reader::source_of(const Range& range, const Selection& selection, std::int64_t chunk,
                                          int threads) const {
  if (range.whole()) return source(selection, chunk, threads);
  const std::int64_t first = selection.first_record;
  const std::int64_t end = range.end > Range::kEnd - first ? Range::kEnd : first + range.end;
  return std::make_unique<TrimmedSource>(source(selection, chunk, threads), first + range.begin, end);
}

void Reader::take_index(const std::string& bytes, const std::string& origin) {
  require(bytes.empty(), "{} holds an index of records, and {} needs none; make it again", origin, name_);
}

Range range_of(const Table& part) {
  const auto* reader = dynamic_cast<const PartReader*>(&part.reader());
  return reader == nullptr ? Range{} : reader->range();
}

const Reader& whole_of(const Table& part) {
  const auto* reader = dynamic_cast<const PartReader*>(&part.reader());
  return reader == nullptr ? part.reader() : reader->whole();
}

Table Table::part(const Table& whole, std::int64_t begin, std::int64_t end) {
  assert(0 <= begin && begin <= end && "a range of records");
  return Table(std::make_unique<PartReader>(whole.reader(), Range{begin, end}));
}

}  // namespace guise::table
