// SPDX-License-Identifier: Apache-2.0
#include "door/arrow_made.h"

namespace guise::door {
namespace {

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

void release_array(ArrowArray* array) {
  for (std::int64_t i = 0; i < array->n_children; ++i)
    if (array->children[i]->release) array->children[i]->release(array->children[i]);
  delete static_cast<ArrayData*>(array->private_data);
  array->release = nullptr;
}

}  // namespace

ArrowArray array_of(std::unique_ptr<ArrayData> data, std::int64_t records, std::int64_t nulls) {
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

ArrowSchema table_schema(const std::vector<std::pair<std::string, std::string>>& columns) {
  auto all = std::make_unique<SchemaData>(SchemaData{.format = "+s", .name = ""});
  for (const auto& [name, format] : columns)
    all->children.push_back(schema_of(std::make_unique<SchemaData>(SchemaData{.format = format, .name = name})));
  ArrowSchema out = schema_of(std::move(all));
  out.flags = 0;
  return out;
}

}  // namespace guise::door
