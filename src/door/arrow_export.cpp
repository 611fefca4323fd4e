// SPDX-License-Identifier: Apache-2.0
// A finished release as a stream of Arrow batches.
#include <cerrno>
#include <cstring>

#include "door/arrow.h"
#include "door/arrow_made.h"

namespace guise::door {
namespace {

using Content = std::shared_ptr<const table::MemoryContent>;

constexpr std::int64_t kExported = 64 * table::kBlock;  // records of a batch

/// Column by column, of numbers that stand record by record.
ArrowArray numbers_of(const Content& content, std::size_t column, std::int64_t first, std::int64_t records) {
  auto data = std::make_unique<ArrayData>();
  const std::size_t size = content->single ? 4 : 8, step = size * content->numbers.size();
  data->made.resize(size * static_cast<std::size_t>(records));
  const char* from = content->values.data() + static_cast<std::size_t>(first) * step + column * size;
  for (std::size_t i = 0; i < static_cast<std::size_t>(records); ++i)
    std::memcpy(data->made.data() + i * size, from + i * step, size);
  data->buffers = {nullptr, data->made.data()};
  return array_of(std::move(data), records);
}

/// `first` is a multiple of 8: bits of a batch begin at a byte.
ArrowArray texts_of(const Content& content, std::size_t column, std::int64_t first, std::int64_t records) {
  auto data = std::make_unique<ArrayData>();
  const table::KeptTexts& texts = content->texts[column];
  std::int64_t nulls = 0;
  for (std::int64_t i = first; i < first + records; ++i)
    nulls += !((texts.valid[static_cast<std::size_t>(i / 8)] >> (i % 8)) & 1);
  data->owner = content;
  data->buffers = {nulls ? texts.valid.data() + first / 8 : nullptr, texts.ends.data() + first, texts.bytes.data()};
  return array_of(std::move(data), records, nulls);
}

struct StreamData {
  Content content;
  std::int64_t at = 0;
  std::string error = {};
};

StreamData& data_of(ArrowArrayStream* stream) {
  return *static_cast<StreamData*>(stream->private_data);
}

/// What a callback of C does: an error instead of an exception.
template <typename Step>
int guarded(ArrowArrayStream* stream, const Step& step) {
  try {
    step(data_of(stream));
    return 0;
  } catch (const std::exception& error) {
    data_of(stream).error = error.what();
    return ENOMEM;
  }
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  return guarded(stream, [&](StreamData& data) {
    std::vector<std::pair<std::string, std::string>> fields;
    for (const table::Column& column : data.content->kept) fields.emplace_back(column.name, "U");
    for (const table::Column& column : data.content->numbers)
      fields.emplace_back(column.name, data.content->single ? "f" : "g");
    *out = table_schema(fields);
  });
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  return guarded(stream, [&](StreamData& data) {
    *out = ArrowArray{};
    const std::int64_t records = std::min(kExported, data.content->records - data.at);
    if (records <= 0) return;
    auto all = std::make_unique<ArrayData>();
    all->buffers = {nullptr};
    for (std::size_t j = 0; j < data.content->texts.size(); ++j)
      all->children.push_back(texts_of(data.content, j, data.at, records));
    for (std::size_t j = 0; j < data.content->numbers.size(); ++j)
      all->children.push_back(numbers_of(data.content, j, data.at, records));
    *out = array_of(std::move(all), records);
    data.at += records;
  });
}

}  // namespace

void export_stream(Content content, ArrowArrayStream& out) {
  out.get_schema = get_schema;
  out.get_next = get_next;
  out.get_last_error = [](ArrowArrayStream* stream) -> const char* { return data_of(stream).error.c_str(); };
  out.release = [](ArrowArrayStream* stream) {
    delete static_cast<StreamData*>(stream->private_data);
    stream->release = nullptr;
  };
  out.private_data = new StreamData{.content = std::move(content)};
}

}  // namespace guise::door
