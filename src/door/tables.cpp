// SPDX-License-Identifier: Apache-2.0
// The C interface: tables and small files of a session.
#include <dlfcn.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "door/arrow.h"
#include "door/guarded.h"
#include "table/atomic_file.h"

using guise::require;
using guise::door::guarded;
using guise::door::text_from;
namespace table = guise::table;

namespace guise::door {
namespace {

/// The path of a table that is new to the session.
std::string new_table(const guise_session& session, const char* name) {
  const std::string given = text_from(name, "the name of the table");
  require(given.find('.') == std::string::npos, "a table in memory is named by letters, digits and _, not '{}'", given);
  const std::string path = session.path_of(given);
  require(!session.names.contains(path), "memory:{} is there already; drop it first, or take another name", given);
  return path;
}

void put(guise_session& session, const std::string& path, table::MemoryTable made) {
  table::put_in_memory(path, std::make_shared<const table::MemoryTable>(std::move(made)));
  session.names.insert(path);
}

table::ColumnView view_of(const guise_column& column, std::int64_t records, const std::string& name) {
  require(column.name != nullptr, "{}: a column has no name", name);
  require(column.type >= GUISE_FLOAT32 && column.type <= GUISE_TEXT64, "{}: column '{}' has the type {}, which is none", name,
          column.name, column.type);
  const auto cell = static_cast<table::Cell>(column.type);
  const bool text = cell == table::Cell::text4 || cell == table::Cell::text8;
  require(column.data != nullptr || records == 0, "{}: column '{}' has no data", name, column.name);
  require(!text || column.ends != nullptr, "{}: the texts of column '{}' have no ends", name, column.name);
  return {.cell = cell, .data = column.data, .stride = column.step, .ends = column.ends, .valid = column.valid};
}

std::shared_ptr<const table::MemoryContent> content_of(const guise_session& session, const char* name) {
  const auto content = table::memory_place_at(session.path_of(text_from(name, "the name of the place")))->content();
  require(content != nullptr, "memory:{} holds nothing yet; a job writes to it by ‘out=memory:{}’", name, name);
  return content;
}

/// What guise_result::owner is.
struct Taken {
  std::shared_ptr<const table::MemoryContent> content;
  std::string columns;
};

std::string columns_json(const table::MemoryContent& content) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const table::Column& column : content.kept)
    out.push_back({{"name", column.name}, {"type", "text"}, {"was", column.sql_type}});
  for (const table::Column& column : content.numbers)
    out.push_back({{"name", column.name}, {"type", column.type == table::Type::integer ? "integer" : "number"}});
  return json_text(out);
}

}  // namespace
}  // namespace guise::door

static_assert(static_cast<int>(table::Cell::text8) == GUISE_TEXT64 && static_cast<int>(table::Cell::truth) == GUISE_BOOL);

guise_status guise_table_columns(guise_session* session, const char* name, const guise_column* columns, int64_t n_columns,
                                 int64_t n_records) {
  return guarded(session, [&] {
    const std::string path = guise::door::new_table(*session, name), shown = session->with_names(path);
    require(n_columns >= 0 && n_records >= 0, "{}: {} columns and {} records cannot be", shown, n_columns, n_records);
    require(columns != nullptr || n_columns == 0, "{}: the columns are NULL", shown);
    table::Batch batch{.records = n_records};
    std::vector<table::Column> made;
    for (int64_t j = 0; j < n_columns; ++j) {
      batch.columns.push_back(guise::door::view_of(columns[j], n_records, shown));
      made.push_back(table::column_of(columns[j].name, batch.columns.back().cell));
    }
    std::vector<table::Batch> batches;
    batches.push_back(std::move(batch));
    guise::door::put(*session, path, table::memory_table(shown, std::move(made), std::move(batches)));
  });
}

guise_status guise_table_stream(guise_session* session, const char* name, ArrowArrayStream* stream, guise_keep keep) {
  struct Released {
    ArrowArrayStream* stream;
    ~Released() {
      if (stream && stream->release) stream->release(stream);
    }
  } const released{stream};
  return guarded(session, [&] {
    const std::string path = guise::door::new_table(*session, name);
    require(stream != nullptr, "the stream is NULL");
    session->stop = false;
    const guise::StopScope scope(&session->stop);
    guise::door::put(*session, path, guise::door::import_stream(session->with_names(path), *stream, keep == GUISE_SPOOL));
  });
}

guise_status guise_table_place(guise_session* session, const char* name) {
  return guarded(session, [&] {
    const std::string path = guise::door::new_table(*session, name);
    table::make_place(path, std::make_shared<table::MemoryRelease>(session->with_names(path)));
    session->names.insert(path);
  });
}

guise_status guise_table_flow(guise_session* session, const char* name, ArrowArrayStream* out) {
  return guarded(session, [&] {
    require(out != nullptr, "the place for the stream is NULL");
    const std::string path = guise::door::new_table(*session, name);
    auto flow = std::make_shared<table::MemoryFlow>();
    guise::door::export_flow(flow, *out);
    table::make_flow(path, flow);
    session->names.insert(path);
    session->flows.push_back(std::move(flow));
  });
}

guise_status guise_table_take(guise_session* session, const char* name, guise_result* out) {
  return guarded(session, [&] {
    require(out != nullptr, "the place for the result is NULL");
    auto taken = std::make_unique<guise::door::Taken>();
    taken->content = guise::door::content_of(*session, name);
    taken->columns = guise::door::columns_json(*taken->content);
    const table::MemoryContent& content = *taken->content;
    *out = {.records = content.records,
            .numbers = static_cast<int64_t>(content.numbers.size()),
            .texts = static_cast<int64_t>(content.texts.size()),
            .type = content.single ? GUISE_FLOAT32 : GUISE_FLOAT64,
            .values = content.values.data(),
            .columns = taken->columns.c_str(),
            .owner = nullptr};
    out->owner = taken.release();
  });
}

guise_status guise_result_texts(const guise_result* result, int64_t column, const char** data, const int64_t** ends,
                                const uint8_t** valid) {
  if (!result || !result->owner || column < 0 || column >= result->texts || !data || !ends || !valid) {
    guise::door::thread_words() =
        R"({"kind":"usage","sentence":"the result has no such kept column, or a place for it is NULL","advice":[]})";
    return GUISE_USAGE;
  }
  const auto& texts = static_cast<const guise::door::Taken*>(result->owner)->content->texts[static_cast<std::size_t>(column)];
  *data = texts.bytes.data();
  *ends = texts.ends.data();
  *valid = texts.valid.data();
  return GUISE_OK;
}

void guise_result_release(guise_result* result) {
  if (!result) return;
  delete static_cast<guise::door::Taken*>(result->owner);
  *result = {};
}

guise_status guise_table_export(guise_session* session, const char* name, ArrowArrayStream* out) {
  return guarded(session, [&] {
    require(out != nullptr, "the place for the stream is NULL");
    guise::door::export_stream(guise::door::content_of(*session, name), *out);
  });
}

void guise_capsule_free(void* capsule) {
  // Looked up where it is needed: the library knows nothing of Python else. A destructor in Python would lose a pending
  // exception.
  using Get = void* (*)(void*, const char*);
  const auto get = reinterpret_cast<Get>(::dlsym(RTLD_DEFAULT, "PyCapsule_GetPointer"));
  auto* stream = get ? static_cast<ArrowArrayStream*>(get(capsule, "arrow_array_stream")) : nullptr;
  if (!stream) return;
  if (stream->release) stream->release(stream);
  std::free(stream);
}

guise_status guise_drop(guise_session* session, const char* name) {
  return guarded(session, [&] {
    const std::string path = session->with_paths("memory:" + text_from(name, "the name"));
    table::forget_memory(path);
    session->names.erase(path);
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  });
}

guise_status guise_text_put(guise_session* session, const char* name, const char* text) {
  return guarded(session, [&] {
    const std::string given = text_from(name, "the name of the text");
    require(given.find('.') != std::string::npos, "a text is named like a file, such as release.card.json, not '{}'", given);
    session->path_of(given);
    table::write_file(session->with_paths("memory:" + given), text_from(text, "the text"), table::kPrivate);
  });
}

guise_status guise_text_get(guise_session* session, const char* name, char** text) {
  return guarded(session, [&] {
    require(text != nullptr, "the place for the text is NULL");
    const std::string given = text_from(name, "the name of the text");
    session->path_of(given);
    *text = guise::door::handed_over(table::read_file(session->with_paths("memory:" + given)));
  });
}
