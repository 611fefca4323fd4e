// SPDX-License-Identifier: Apache-2.0
#include "door/batch_spool.h"

#include <cstring>
#include <filesystem>

#include "table/unlinked_file.h"

namespace guise::door {
namespace {

using table::Cell;
using table::ColumnView;

bool is_text(Cell cell) {
  return cell == Cell::text4 || cell == Cell::text8;
}

}  // namespace

BatchSpool::BatchSpool(std::string what)
    : what_(std::move(what)),
      file_(std::make_shared<table::InputFile>(table::unlinked_file(std::filesystem::temp_directory_path()), what_)) {}

/// At multiples of 8 bytes, as numbers are read from there.
std::int64_t BatchSpool::keep(const void* bytes, std::size_t count) {
  pending_.resize((pending_.size() + 7) / 8 * 8, '\0');
  const auto place = static_cast<std::int64_t>(pending_.size());
  if (count > 0) pending_.append(static_cast<const char*>(bytes), count);
  return place;
}

BatchSpool::Place BatchSpool::keep(const ColumnView& column, std::int64_t records) {
  Place place{.cell = is_text(column.cell) ? Cell::text8 : column.cell};
  const auto count = static_cast<std::size_t>(records);
  if (is_text(column.cell)) {
    std::vector<std::int64_t> ends{0};
    std::string bytes;
    for (std::int64_t i = 0; i < records; ++i) {
      bytes += table::text_of(column, i);
      ends.push_back(static_cast<std::int64_t>(bytes.size()));
    }
    place.data = keep(bytes.data(), bytes.size());
    place.ends = keep(ends.data(), ends.size() * sizeof(std::int64_t));
  } else {
    const auto size = static_cast<std::size_t>(table::cell_size(column.cell));
    const char* from = static_cast<const char*>(column.data);
    place.data = keep(nullptr, 0);
    pending_.resize(static_cast<std::size_t>(place.data) + count * size);
    char* to = pending_.data() + place.data;
    if (column.stride == static_cast<std::int64_t>(size))
      std::memcpy(to, from, count * size);
    else
      for (std::size_t i = 0; i < count; ++i)
        std::memcpy(to + i * size, from + static_cast<std::int64_t>(i) * column.stride, size);
  }
  if (column.valid) {
    std::vector<std::uint8_t> bits((count + 7) / 8, 0);
    for (std::size_t i = 0; i < count; ++i)
      if (!table::is_missing(column, static_cast<std::int64_t>(i)))
        bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | 1U << i % 8);
    place.valid = keep(bits.data(), bits.size());
  }
  return place;
}

void BatchSpool::add(const table::Batch& batch) {
  pending_.clear();
  Spooled spooled{.begin = written_, .records = batch.records};
  for (const ColumnView& column : batch.columns) spooled.columns.push_back(keep(column, batch.records));
  pending_.resize((pending_.size() + 7) / 8 * 8, '\0');
  table::append_to(file_->descriptor(), pending_.data(), pending_.size(), what_.c_str(),
                   std::filesystem::temp_directory_path());
  written_ += static_cast<std::int64_t>(pending_.size());
  batches_.push_back(std::move(spooled));
}

std::shared_ptr<const table::Batch> BatchSpool::read(const table::InputFile& file, const Spooled& spooled, std::int64_t end) {
  struct Held {
    std::vector<std::uint64_t> bytes;
    table::Batch batch;
  };
  auto held = std::make_shared<Held>();
  const auto size = static_cast<std::size_t>(end - spooled.begin);
  held->bytes.resize(size / 8);
  file.read(held->bytes.data(), size, spooled.begin);
  const char* bytes = reinterpret_cast<const char*>(held->bytes.data());
  held->batch.records = spooled.records;
  for (const Place& place : spooled.columns)
    held->batch.columns.push_back(
        {.cell = place.cell,
         .data = bytes + place.data,
         .stride = table::cell_size(place.cell),
         .ends = place.ends < 0 ? nullptr : bytes + place.ends,
         .valid = place.valid < 0 ? nullptr : reinterpret_cast<const std::uint8_t*>(bytes) + place.valid});
  return {held, &held->batch};
}

table::MemoryTable BatchSpool::finish(std::vector<table::Column> columns) && {
  table::MemoryTable out{.name = what_, .columns = std::move(columns)};
  std::int64_t records = 0;
  for (const Spooled& each : batches_) out.ends.push_back(records += each.records);
  out.batch = [file = file_, batches = std::move(batches_), written = written_](std::size_t i) {
    return read(*file, batches[i], i + 1 < batches.size() ? batches[i + 1].begin : written);
  };
  return out;
}

}  // namespace guise::door
