// SPDX-License-Identifier: Apache-2.0
// What producers of Arrow's C interface must keep to: private data that the release callback frees, children that may be moved
// out and released on their own.
#include <cerrno>
#include <cstring>

#include "door/arrow.h"

namespace guise::door {
namespace {

using Content = std::shared_ptr<const table::MemoryContent>;

constexpr std::int64_t kExported = 64 * table::kBlock;  // records of a batch

struct SchemaData {
  std::string format, name;
  std::vector<ArrowSchema> children = {};
  std::vector<ArrowSchema*> pointers = {};
};

void release_schema(ArrowSchema* schema) {
  for (std::int64_t i = 0; i < schema->n_children; ++i)
    if (schema->children[i]->release) schema->children[i]->release(schema->children[i]);
  delete static_cast<SchemaData*>(schema->private_data);
  schema->release = nullptr;
}

ArrowSchema schema_of(std::unique_ptr<SchemaData> data) {
  ArrowSchema out{};
  for (ArrowSchema& child : data->children) data->pointers.push_back(&child);
  out.format = data->format.c_str();
  out.name = data->name.c_str();
  out.flags = ARROW_FLAG_NULLABLE;
  out.n_children = static_cast<std::int64_t>(data->children.size());
  out.children = data->pointers.data();
  out.release = release_schema;
  out.private_data = data.release();
  return out;
}

struct ArrayData {
  Content content = {};  ///< that buffers lie in
  std::vector<char> made = {}, valid = {};
  std::vector<const void*> buffers = {};
  std::vector<ArrowArray> children = {};
  std::vector<ArrowArray*> pointers = {};
};

void release_array(ArrowArray* array) {
  for (std::int64_t i = 0; i < array->n_children; ++i)
    if (array->children[i]->release) array->children[i]->release(array->children[i]);
  delete static_cast<ArrayData*>(array->private_data);
  array->release = nullptr;
}

ArrowArray array_of(std::unique_ptr<ArrayData> data, std::int64_t records, std::int64_t nulls = 0) {
  ArrowArray out{};
  for (ArrowArray& child : data->children) data->pointers.push_back(&child);
  out.length = records;
  out.null_count = nulls;
  out.n_buffers = static_cast<std::int64_t>(data->buffers.size());
  out.buffers = data->buffers.data();
  out.n_children = static_cast<std::int64_t>(data->children.size());
  out.children = data->pointers.data();
  out.release = release_array;
  out.private_data = data.release();
  return out;
}

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
  data->content = content;
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
    auto all = std::make_unique<SchemaData>(SchemaData{.format = "+s", .name = ""});
    const auto add = [&](const std::string& name, const char* format) {
      all->children.push_back(schema_of(std::make_unique<SchemaData>(SchemaData{.format = format, .name = name})));
    };
    for (const table::Column& column : data.content->kept) add(column.name, "U");
    for (const table::Column& column : data.content->numbers) add(column.name, data.content->single ? "f" : "g");
    *out = schema_of(std::move(all));
    out->flags = 0;
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
