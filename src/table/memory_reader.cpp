// SPDX-License-Identifier: Apache-2.0
// A matrix as a table.
#include <cassert>
#include <set>

#include "base/error.h"
#include "table/number_text.h"
#include "table/reader.h"
#include "table/values_digest.h"

namespace guise::table {
namespace {

class MemoryReader final : public Reader {
 public:
  MemoryReader(Matrix values, std::vector<std::string> names) : values_(std::move(values)) {
    assert(values_.cols() == static_cast<Index>(names.size()) && "one name per column");
    name_ = "the matrix";
    require(values_.rows() > 0, "the matrix has no records");
    std::set<std::string> seen;
    for (std::string& column : names) {
      require(seen.insert(column).second, "the matrix has two columns named '{}'; names must differ", column);
      schema_.columns.push_back({.name = std::move(column)});
    }
  }
  std::optional<std::int64_t> records() const override { return values_.rows(); }
  Bytes32 digest(const Bytes32& secret) const override {
    ValuesDigest digest(values_.cols(), {secret});
    digest.add(0, values_);
    return digest.finish(values_.rows())[0];
  }
  std::unique_ptr<Source> source(const Selection&, std::int64_t chunk, int threads) const override;
  std::unique_ptr<Source> source_of(const Range&, const Selection&, std::int64_t chunk, int threads) const override;
  const Matrix& values() const { return values_; }

 private:
  Matrix values_;
};

class MemorySource final : public Source {
 public:
  MemorySource(const MemoryReader& reader, const Range& range, const Selection& selection, std::int64_t chunk)
      : values_(reader.values()),
        first_(selection.first_record),
        chunk_(chunk),
        at_(range.begin),
        end_(std::min<Index>(range.end, reader.values().rows())) {
    for (const std::size_t column : column_indices(reader, selection.attributes))
      attributes_.push_back(static_cast<Index>(column));
    for (const std::size_t column : column_indices(reader, selection.kept)) kept_.push_back(static_cast<Index>(column));
  }
  std::function<Chunk()> next() override {
    if (at_ >= end_) return {};
    const Index begin = at_, count = std::min<Index>(records_until_cut(first_ + at_, chunk_), end_ - at_);
    at_ += count;
    return [this, begin, count] {
      Chunk chunk{.first_record = first_ + begin, .values = Matrix(count, static_cast<Index>(attributes_.size()))};
      for (std::size_t j = 0; j < attributes_.size(); ++j) {
        chunk.values.col(static_cast<Index>(j)) = values_.col(attributes_[j]).segment(begin, count);
      }
      Matrix kept(count, static_cast<Index>(kept_.size()));
      for (std::size_t j = 0; j < kept_.size(); ++j)
        kept.col(static_cast<Index>(j)) = values_.col(kept_[j]).segment(begin, count);
      chunk.kept = number_columns(kept);
      return chunk;
    };
  }

 private:
  const Matrix& values_;
  std::vector<Index> attributes_, kept_;
  std::int64_t first_, chunk_;
  Index at_, end_;
};

std::unique_ptr<Source> MemoryReader::source(const Selection& selection, std::int64_t chunk, int) const {
  return std::make_unique<MemorySource>(*this, Range{}, selection, chunk);
}

std::unique_ptr<Source> MemoryReader::source_of(const Range& range, const Selection& selection, std::int64_t chunk, int) const {
  return std::make_unique<MemorySource>(*this, range, selection, chunk);
}

}  // namespace

std::unique_ptr<Reader> open_matrix(Matrix values, std::vector<std::string> names) {
  return std::make_unique<MemoryReader>(std::move(values), std::move(names));
}

}  // namespace guise::table
