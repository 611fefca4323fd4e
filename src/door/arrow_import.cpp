// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "base/stop.h"
#include "door/arrow.h"
#include "door/arrow_column.h"
#include "door/batch_spool.h"

namespace guise::door {
namespace {

/// What a producer hands over, released once.
template <typename Handed>
struct Owned {
  Handed handed{};
  Owned() = default;
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (handed.release) handed.release(&handed);
  }
};

class Import {
 public:
  Import(std::string name, ArrowArrayStream& stream, bool spool) : name_(std::move(name)), stream_(stream) {
    if (spool) spool_.emplace(name_);
  }

  table::MemoryTable run() {
    read_schema();
    for (;;) {
      check_stop();
      auto array = std::make_shared<Owned<ArrowArray>>();
      check(stream_.get_next(&stream_, &array->handed), "its next batch");
      if (!array->handed.release) break;
      if (array->handed.length > 0) add(array);
    }
    if (columns_.empty()) fix_columns();
    require(records_ > 0, "{} has no records; a stream can be read only once, so pass a new one", name_);
    return spool_ ? std::move(*spool_).finish(std::move(columns_))
                  : table::memory_table(name_, std::move(columns_), std::move(batches_));
  }

 private:
  void check(int code, const char* what) const {
    if (code == 0) return;
    const char* words = stream_.get_last_error ? stream_.get_last_error(&stream_) : nullptr;
    fail("{}: the stream could not give {}: {}", name_, what, words && *words ? words : std::strerror(code));
  }

  void read_schema() {
    require(stream_.release != nullptr && stream_.get_schema != nullptr && stream_.get_next != nullptr,
            "{}: the stream is closed; a stream can be read once, so pass a new one", name_);
    Owned<ArrowSchema> schema;
    check(stream_.get_schema(&stream_, &schema.handed), "its columns");
    require(schema.handed.format && std::string_view(schema.handed.format) == "+s",
            "{}: the stream holds one column of type '{}', not a table; name its column", name_,
            schema.handed.format ? schema.handed.format : "");
    for (std::int64_t j = 0; j < schema.handed.n_children; ++j) arrow_.push_back(column_of(*schema.handed.children[j], name_));
  }

  void fix_columns() {
    for (const ArrowColumn& column : arrow_)
      for (table::Column& each : columns_of(column)) columns_.push_back(std::move(each));
  }

  void add(const std::shared_ptr<Owned<ArrowArray>>& array) {
    const ArrowArray& all = array->handed;
    records_ += all.length;
    require(all.n_children == static_cast<std::int64_t>(arrow_.size()), "{}: a batch has {} columns, and the stream {}", name_,
            all.n_children, arrow_.size());
    if (columns_.empty()) {
      for (std::size_t j = 0; j < arrow_.size(); ++j) {
        ArrowArray child = *all.children[j];
        child.offset += all.offset;
        arrow_[j].length = list_length(arrow_[j], child, name_);
      }
      fix_columns();
    }
    const std::int64_t most = spool_ ? kSpooledRecords : all.length;
    for (std::int64_t first = 0; first < all.length; first += most) {
      const std::int64_t records = std::min(most, all.length - first);
      table::Batch batch = viewed(all, first, records);
      if (spool_) {
        spool_->add(batch);
      } else {
        auto made = std::static_pointer_cast<const std::vector<std::shared_ptr<void>>>(batch.owner);
        batch.owner = std::make_shared<std::pair<std::shared_ptr<const void>, std::shared_ptr<const void>>>(array, made);
        batches_.push_back(std::move(batch));
      }
    }
  }

  table::Batch viewed(const ArrowArray& all, std::int64_t first, std::int64_t records) const {
    table::Batch batch{.records = records};
    auto made = std::make_shared<std::vector<std::shared_ptr<void>>>();
    for (std::size_t j = 0; j < arrow_.size(); ++j)
      for (table::ColumnView& view : views_of(arrow_[j], *all.children[j], all.offset + first, records, *made, name_))
        batch.columns.push_back(view);
    batch.owner = made;
    return batch;
  }

  std::string name_;
  ArrowArrayStream& stream_;
  std::optional<BatchSpool> spool_ = {};
  std::vector<ArrowColumn> arrow_ = {};
  std::vector<table::Column> columns_ = {};
  std::vector<table::Batch> batches_ = {};
  std::int64_t records_ = 0;
};

}  // namespace

table::MemoryTable import_stream(std::string name, ArrowArrayStream& stream, bool spool) {
  return Import(std::move(name), stream, spool).run();
}

}  // namespace guise::door
