// SPDX-License-Identifier: Apache-2.0
// Tables of other records with the same columns, one below the other.
#include <algorithm>

#include "base/digest.h"
#include "base/error.h"
#include "table/parquet_folder.h"
#include "table/reader.h"

namespace guise::table {
namespace {

class StackedReader final : public Reader {
 public:
  StackedReader(std::vector<Table> parts, std::string name) : parts_(std::move(parts)) {
    schema_ = parts_.front().schema();
    name_ = std::move(name);
    if (!name_.empty()) return;
    for (const Table& part : parts_) name_ += (name_.empty() ? "" : " + ") + part.name();
  }
  std::optional<std::int64_t> records() const override {
    std::int64_t all = 0;
    for (const Table& part : parts_) {
      if (!part.records()) return {};
      all += *part.records();
    }
    return all;
  }
  Bytes32 digest(const Bytes32& secret) const override {
    Digest sum;
    for (const Table& part : parts_) sum.add(part.digest(secret));
    return sum.finish();
  }
  std::vector<std::filesystem::path> files() const override {
    std::vector<std::filesystem::path> all;
    for (const Table& part : parts_)
      for (auto& file : part.reader().files()) all.push_back(std::move(file));
    return all;
  }
  std::unique_ptr<Source> source(const Selection&, std::int64_t chunk, int threads) const override;
  std::unique_ptr<Source> source_of(const Range&, const Selection&, std::int64_t chunk, int threads) const override;
  const std::vector<Table>& parts() const { return parts_; }

 private:
  std::vector<Table> parts_;
};

/// One piece below another; they are neighbours.
Chunk glued(Chunk above, const Chunk& below) {
  Matrix values(above.records() + below.records(), above.values.cols());
  values << above.values, below.values;
  if (!above.dropped.empty() || !below.dropped.empty()) {
    above.dropped.resize(static_cast<std::size_t>(above.records()), 0);
    std::vector<std::uint8_t> more = below.dropped;
    more.resize(static_cast<std::size_t>(below.records()), 0);
    above.dropped.insert(above.dropped.end(), more.begin(), more.end());
  }
  for (std::size_t j = 0; j < above.kept.size(); ++j)
    for (Index i = 0; i < below.records(); ++i)
      append_text(above.kept[j], text_at(below.kept[j], i), below.kept[j].null[static_cast<std::size_t>(i)] != 0);
  above.values = std::move(values);
  return above;
}

/// A table may end within a block; the next one's first piece then completes it, so that a block comes in one piece. For that
/// the last piece of a table is parsed when it is cut: only then is known where the next table begins.
class StackedSource final : public Source {
 public:
  /// `before`: records of the tables in front of the range, which are `first_part`.
  StackedSource(const StackedReader& reader, const Range& range, std::size_t first_part, std::int64_t before,
                const Selection& selection, std::int64_t chunk, int threads)
      : reader_(reader),
        range_(range),
        selection_(selection),
        first_(selection.first_record),
        chunk_(chunk),
        threads_(threads) {
    selection_.first_record += before;
    begin(first_part);
    while (!(waiting_ = source_->next()) && follows()) begin(part_ + 1);
  }

  std::function<Chunk()> next() override {
    while (waiting_) {
      if (auto following = source_->next()) return std::exchange(waiting_, std::move(following));
      if (!follows()) return std::exchange(waiting_, {});
      Chunk last = waiting_();
      selection_.first_record = last.first_record + last.records();
      if (selection_.first_record - first_ >= range_.end) {
        waiting_ = {};
        return [last = std::move(last)] { return last; };
      }
      begin(part_ + 1);
      auto first = source_->next();
      if (selection_.first_record % kBlock != 0 && first)
        waiting_ = [last = std::move(last), first = std::move(first)] { return glued(last, first()); };
      else if (!first)
        waiting_ = [last = std::move(last)] { return last; };
      else {
        waiting_ = std::move(first);
        return [last = std::move(last)] { return last; };
      }
    }
    return {};
  }

 private:
  bool follows() const { return part_ + 1 < reader_.parts().size(); }
  void begin(std::size_t part) {
    part_ = part;
    const std::int64_t before = selection_.first_record - first_;
    const Range own{std::max<std::int64_t>(range_.begin - before, 0),
                    range_.end == Range::kEnd ? Range::kEnd : range_.end - before};
    source_ = reader_.parts()[part].reader().source_of(own, selection_, chunk_, threads_).release();
    sources_.emplace_back(source_);
  }
  const StackedReader& reader_;
  Range range_;
  Selection selection_;
  std::int64_t first_;  // number of the first record of all
  std::int64_t chunk_;
  int threads_;
  std::size_t part_ = 0;
  std::vector<std::unique_ptr<Source>> sources_;  // all of them: pieces of earlier ones may still be on their way
  Source* source_ = nullptr;                      // of the table that is read now
  std::function<Chunk()> waiting_;                // the next piece; whether it is the last of its table is known only after it
};

std::unique_ptr<Source> StackedReader::source(const Selection& selection, std::int64_t chunk, int threads) const {
  return std::make_unique<StackedSource>(*this, Range{}, 0, 0, selection, chunk, threads);
}

/// Tables in front of the range are left alone where they say how many records they have.
std::unique_ptr<Source> StackedReader::source_of(const Range& range, const Selection& selection, std::int64_t chunk,
                                                 int threads) const {
  if (!records()) return Reader::source_of(range, selection, chunk, threads);
  std::size_t part = 0;
  std::int64_t before = 0;
  for (; part + 1 < parts_.size() && before + *parts_[part].records() <= range.begin; ++part) before += *parts_[part].records();
  return std::make_unique<StackedSource>(*this, range, part, before, selection, chunk, threads);
}

}  // namespace

std::unique_ptr<Reader> stack(std::vector<Table> parts) {
  return stack_as(std::move(parts), "");
}

std::unique_ptr<Reader> stack_as(std::vector<Table> parts, std::string name) {
  return std::make_unique<StackedReader>(std::move(parts), std::move(name));
}

}  // namespace guise::table
