// SPDX-License-Identifier: Apache-2.0
#include "table/memory_release.h"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>

#include "base/error.h"
#include "table/row_order.h"
#include "table/writer.h"

namespace guise::table {
namespace {

constexpr std::size_t kPage = std::size_t{2} << 20;  // large pages, where they are to be had

/// The numbers of a content that is finished, then its texts, as columns.
Batch batch_of(std::shared_ptr<const MemoryContent> content) {
  Batch batch{.records = content->records};
  for (const KeptTexts& text : content->texts)
    batch.columns.push_back(
        {.cell = Cell::text8, .data = text.bytes.data(), .ends = text.ends.data(), .valid = text.valid.data()});
  const Cell cell = content->single ? Cell::f4 : Cell::f8;
  const auto size = static_cast<std::int64_t>(cell_size(cell)), width = static_cast<std::int64_t>(content->numbers.size());
  for (std::int64_t j = 0; j < width; ++j)
    batch.columns.push_back({.cell = cell, .data = content->values.data() + j * size, .stride = size * width});
  batch.owner = std::move(content);
  return batch;
}

class MemoryWriter final : public Writer {
 public:
  MemoryWriter(const Release& release, std::shared_ptr<MemoryRelease> place)
      : content_(std::make_shared<MemoryContent>()), place_(std::move(place)) {
    content_->single = release.single;
    content_->kept = release.kept;
    content_->texts.resize(release.kept.size());
    for (std::size_t j = 0; j < release.values.size(); ++j) {
      Column column = column_of(release.values[j], release.single ? Cell::f4 : Cell::f8);
      if (release.integer[j]) column.type = Type::integer;
      content_->numbers.push_back(std::move(column));
    }
  }
  void fit(Matrix& values) const override {
    if (content_->single) values = values.cast<float>().cast<double>();
  }
  std::string encode(const Chunk& chunk) const override { return content_->single ? rows<float>(chunk) : rows<double>(chunk); }
  void write(Chunk&& chunk, std::string&& encoded) override {
    content_->values.append(encoded.data(), encoded.size());
    for (std::size_t j = 0; j < content_->texts.size(); ++j)
      for (Index i = 0; i < chunk.records(); ++i) add(content_->texts[j], chunk.kept[j], i);
    content_->records += chunk.records();
  }
  void finish(std::int64_t) override {
    content_->values.shrink();
    place_->set(std::move(content_));
  }

 private:
  template <typename Number>
  static std::string rows(const Chunk& chunk) {
    std::string bytes(static_cast<std::size_t>(chunk.values.size()) * sizeof(Number), '\0');
    write_rows<Number>(chunk.values, bytes.data(), chunk.values.cols() * static_cast<Index>(sizeof(Number)));
    return bytes;
  }
  static void add(KeptTexts& to, const TextColumn& from, Index i) {
    to.bytes += text_at(from, i);
    const std::size_t record = to.ends.size() - 1;
    to.ends.push_back(static_cast<std::int64_t>(to.bytes.size()));
    if (record % 8 == 0) to.valid.push_back(0);
    if (!from.null[static_cast<std::size_t>(i)])
      to.valid.back() = static_cast<std::uint8_t>(to.valid.back() | 1U << record % 8);
  }

  std::shared_ptr<MemoryContent> content_;
  std::shared_ptr<MemoryRelease> place_;
};

}  // namespace

GrowingBytes::~GrowingBytes() {
  if (data_) ::munmap(data_, room_);
}

void GrowingBytes::append(const char* bytes, std::size_t count) {
  if (size_ + count > room_) {
    const std::size_t room = (std::max(size_ + count, room_ + room_ / 2) + kPage - 1) / kPage * kPage;
    void* grown = data_ ? ::mremap(data_, room_, room, MREMAP_MAYMOVE)
                        : ::mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (grown == MAP_FAILED) throw std::bad_alloc();
    ::madvise(grown, room, MADV_HUGEPAGE);  // only advice
    data_ = static_cast<char*>(grown);
    room_ = room;
  }
  if (count > 0) std::memcpy(data_ + size_, bytes, count);
  size_ += count;
}

void GrowingBytes::shrink() {
  const std::size_t room = std::max<std::size_t>((size_ + 4095) / 4096 * 4096, 4096);
  if (!data_ || room >= room_ || ::mremap(data_, room_, room, 0) == MAP_FAILED) return;
  room_ = room;
}

void MemoryRelease::set(std::shared_ptr<const MemoryContent> content) {
  const std::lock_guard lock(mutex_);
  content_ = std::move(content);
}

std::shared_ptr<const MemoryContent> MemoryRelease::content() const {
  const std::lock_guard lock(mutex_);
  return content_;
}

MemoryTable MemoryRelease::table() const {
  const auto written = content();
  require(written != nullptr, "{} holds nothing yet; the job that writes it did not end", name_);
  std::vector<Column> columns = written->kept;
  for (Column& column : columns) column = column_of(column.name, Cell::text8);
  columns.insert(columns.end(), written->numbers.begin(), written->numbers.end());
  std::vector<Batch> batches;
  batches.push_back(batch_of(written));
  return memory_table(name_, std::move(columns), std::move(batches));
}

std::unique_ptr<Writer> memory_writer(const Release& release, std::shared_ptr<MemoryRelease> place) {
  return std::make_unique<MemoryWriter>(release, std::move(place));
}

}  // namespace guise::table
