// SPDX-License-Identifier: Apache-2.0
// A release that leaves while it is made, as a stream of Arrow batches: one batch for each chunk.
#include <algorithm>
#include <cerrno>

#include "door/arrow.h"
#include "door/arrow_made.h"

namespace guise::door {
namespace {

struct FlowData {
  std::shared_ptr<table::MemoryFlow> flow;
  std::string error = {};
  ~FlowData() { flow->close(); }
};

FlowData& data_of(ArrowArrayStream* stream) {
  return *static_cast<FlowData*>(stream->private_data);
}

template <typename Step>
int guarded_step(ArrowArrayStream* stream, const Step& step) {
  try {
    step(*data_of(stream).flow);
    return 0;
  } catch (const std::bad_alloc&) {
    data_of(stream).error = "memory ran out";
    return ENOMEM;
  } catch (const std::exception& error) {
    data_of(stream).error = error.what();
    return EINVAL;
  }
}

ArrowArray numbers_of(const std::shared_ptr<const table::Chunk>& chunk, Index column, bool single) {
  auto data = std::make_unique<ArrayData>();
  const auto values = chunk->values.col(column);
  if (single) {
    data->made.resize(sizeof(float) * static_cast<std::size_t>(values.size()));
    Eigen::Map<Eigen::VectorXf>(reinterpret_cast<float*>(data->made.data()), values.size()) = values.cast<float>();
  }
  data->owner = chunk;
  data->buffers = {nullptr, single ? static_cast<const void*>(data->made.data()) : values.data()};
  return array_of(std::move(data), values.size());
}

ArrowArray texts_of(const std::shared_ptr<const table::Chunk>& chunk, std::size_t column) {
  auto data = std::make_unique<ArrayData>();
  const table::TextColumn& texts = chunk->kept[column];
  const std::size_t records = texts.ends.size();
  data->ends.assign(1, 0);
  data->ends.insert(data->ends.end(), texts.ends.begin(), texts.ends.end());
  data->made.resize((records + 7) / 8);
  std::int64_t nulls = 0;
  for (std::size_t i = 0; i < records; ++i) {
    nulls += texts.null[i];
    if (!texts.null[i]) data->made[i / 8] = static_cast<char>(data->made[i / 8] | 1 << i % 8);
  }
  data->owner = chunk;
  data->buffers = {nulls ? data->made.data() : nullptr, data->ends.data(), texts.bytes.data()};
  return array_of(std::move(data), static_cast<std::int64_t>(records), nulls);
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  return guarded_step(stream, [&](table::MemoryFlow& flow) {
    const table::FlowColumns& columns = flow.columns();
    std::vector<std::pair<std::string, std::string>> fields;
    for (const table::Column& column : columns.kept) fields.emplace_back(column.name, "U");
    for (const table::Column& column : columns.numbers) fields.emplace_back(column.name, columns.single ? "f" : "g");
    *out = table_schema(fields);
  });
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  return guarded_step(stream, [&](table::MemoryFlow& flow) {
    *out = ArrowArray{};
    const table::FlowColumns& columns = flow.columns();
    std::optional<table::Chunk> next = flow.next();
    if (!next) return;
    const auto chunk = std::make_shared<const table::Chunk>(std::move(*next));
    auto all = std::make_unique<ArrayData>();
    all->buffers = {nullptr};
    for (std::size_t j = 0; j < columns.kept.size(); ++j) all->children.push_back(texts_of(chunk, j));
    for (Index j = 0; j < chunk->values.cols(); ++j) all->children.push_back(numbers_of(chunk, j, columns.single));
    *out = array_of(std::move(all), chunk->records());
  });
}

}  // namespace

void export_flow(std::shared_ptr<table::MemoryFlow> flow, ArrowArrayStream& out) {
  out.get_schema = get_schema;
  out.get_next = get_next;
  out.get_last_error = [](ArrowArrayStream* stream) -> const char* { return data_of(stream).error.c_str(); };
  out.release = [](ArrowArrayStream* stream) {
    delete static_cast<FlowData*>(stream->private_data);
    stream->release = nullptr;
  };
  out.private_data = new FlowData{.flow = std::move(flow)};
}

}  // namespace guise::door
