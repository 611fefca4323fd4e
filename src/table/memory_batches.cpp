// SPDX-License-Identifier: Apache-2.0
// Batches of somebody else's memory as a table.
#include <algorithm>
#include <unordered_set>

#include "base/error.h"
#include "table/limits.h"
#include "table/memory_tables.h"
#include "table/pipeline.h"
#include "table/reader.h"
#include "table/row_order.h"
#include "table/values_digest.h"

namespace guise::table {
namespace {

class BatchReader final : public Reader {
 public:
  explicit BatchReader(std::shared_ptr<const MemoryTable> table) : table_(std::move(table)) {
    name_ = table_->name;
    schema_.columns = table_->columns;
    require_columns(static_cast<std::int64_t>(schema_.columns.size()), name_);
    require(!schema_.columns.empty(), "{} has no columns", name_);
    require(table_->records() > 0, "{} has no records", name_);
    std::unordered_set<std::string_view> seen;
    for (const Column& column : schema_.columns)
      require(seen.insert(column.name).second, "{} has two columns named '{}'; names must differ", name_, column.name);
  }
  std::optional<std::int64_t> records() const override { return table_->records(); }
  Bytes32 digest(const Bytes32& secret) const override;
  std::unique_ptr<Source> source(const Selection&, std::int64_t chunk, int threads) const override;

  const MemoryTable& table() const { return *table_; }

 private:
  std::shared_ptr<const MemoryTable> table_;
};

/// A run of records of one batch.
struct Piece {
  std::shared_ptr<const Batch> batch;
  std::int64_t first = 0;
  Index count = 0;
};

class BatchSource final : public Source {
 public:
  BatchSource(const BatchReader& reader, const Selection& selection, std::int64_t chunk)
      : table_(reader.table()),
        attributes_(column_indices(reader, selection.attributes)),
        kept_(column_indices(reader, selection.kept)),
        first_(selection.first_record),
        chunk_(chunk) {
    for (const std::size_t column : kept_)
      require(!table_.columns[column].sql_type.starts_with(kForeign),
              "{}: column '{}' is of {}, which cannot be kept; convert it to text", table_.name, table_.columns[column].name,
              table_.columns[column].sql_type);
  }

  std::function<Chunk()> next() override {
    const std::int64_t begin = at_, count = std::min(records_until_cut(first_ + at_, chunk_), table_.records() - at_);
    if (count == 0) return {};
    at_ += count;
    return [this, begin, count] { return chunk(begin, count); };
  }

 private:
  std::vector<Piece> pieces(std::int64_t begin, std::int64_t count) const {
    std::vector<Piece> out;
    auto batch =
        static_cast<std::size_t>(std::upper_bound(table_.ends.begin(), table_.ends.end(), begin) - table_.ends.begin());
    for (const std::int64_t end = begin + count; begin < end; ++batch) {
      const std::int64_t before = batch == 0 ? 0 : table_.ends[batch - 1], until = std::min(end, table_.ends[batch]);
      if (until > begin) out.push_back({table_.batch(batch), begin - before, until - begin});
      begin = until;
    }
    return out;
  }

  Chunk chunk(std::int64_t begin, std::int64_t count) const {
    Chunk out{.first_record = first_ + begin, .values = Matrix(count, static_cast<Index>(attributes_.size()))};
    out.kept.resize(kept_.size());
    Index row = 0;
    for (const Piece& piece : pieces(begin, count)) {
      // Runs of all columns together: values of a record may stand side by side.
      for_runs(piece.count, out.values.cols(), [&](Index first, Index run, Index j) {
        const ColumnView& column = piece.batch->columns[attributes_[static_cast<std::size_t>(j)]];
        load_numbers(column, piece.first + first, run, &out.values(row + first, j));
      });
      for (std::size_t j = 0; j < kept_.size(); ++j)
        append_cells(piece.batch->columns[kept_[j]], piece.first, piece.count, out.kept[j]);
      row += piece.count;
    }
    return out;
  }

  const MemoryTable& table_;
  std::vector<std::size_t> attributes_, kept_;
  std::int64_t first_, chunk_, at_ = 0;
};

std::unique_ptr<Source> BatchReader::source(const Selection& selection, std::int64_t chunk, int) const {
  return std::make_unique<BatchSource>(*this, selection, chunk);
}

/// Of all numbers, as ValuesDigest reads them: the same table gets the same digest from whatever program it comes.
Bytes32 BatchReader::digest(const Bytes32& secret) const {
  Selection all{.attributes = schema_.numeric(), .kept = {}, .missing = Missing::mean};  // NaN where values are missing
  ValuesDigest digest(static_cast<Index>(all.attributes.size()), {secret});
  const std::unique_ptr<Source> source = this->source(all, chunk_records({}, all.attributes.size()), 0);
  run_stages<std::function<Chunk()>>(
      thread_count({}),
      [&](std::function<Chunk()>& parse) {
        parse = source->next();
        return static_cast<bool>(parse);
      },
      [&](std::function<Chunk()>& parse) {
        const Chunk chunk = parse();
        digest.add(chunk.first_record, chunk.values);
      },
      [](std::function<Chunk()>&) {});
  return digest.finish(table_->records())[0];
}

}  // namespace

std::unique_ptr<Reader> open_memory(const std::string& path) {
  return std::make_unique<BatchReader>(memory_table_at(path));
}

}  // namespace guise::table
