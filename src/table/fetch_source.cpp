// SPDX-License-Identifier: Apache-2.0
#include "table/fetch_source.h"

#include <algorithm>

namespace guise::table {

FetchSource::FetchSource(std::shared_ptr<Session> session, const std::string& sql, Layout layout, std::int64_t first_record,
                         std::int64_t chunk, std::string name)
    : session_(std::move(session)),
      stream_(session_->stream(sql, name)),
      layout_(std::move(layout)),
      first_(first_record),
      chunk_(chunk),
      name_(std::move(name)) {}

bool FetchSource::fetch() {
  if (used_ < size_) return true;
  data_ = stream_.fetch(name_);
  used_ = 0;
  size_ = data_ == nullptr ? 0 : static_cast<Index>(duckdb_data_chunk_get_size(data_));
  return size_ > 0;
}

std::function<Chunk()> FetchSource::next() {
  if (!fetch()) return {};
  const Index wanted = records_until_cut(first_ + done_, chunk_);
  auto chunk = std::make_shared<Chunk>();
  chunk->first_record = first_ + done_;
  chunk->values.resize(wanted, static_cast<Index>(layout_.attributes.size()));
  chunk->kept.resize(layout_.kept.size());
  Index filled = 0;
  while (filled < wanted && fetch()) {
    const Index count = std::min(wanted - filled, size_ - used_);
    copy_values(data_, 0, layout_, used_, count, chunk->values, filled, done_ + 1, name_);
    copy_kept(data_, 0, layout_, used_, count, chunk->kept);
    used_ += count;
    filled += count;
    done_ += count;
  }
  if (filled < wanted) chunk->values.conservativeResize(filled, Eigen::NoChange);
  return [chunk] { return std::move(*chunk); };
}

}  // namespace guise::table
