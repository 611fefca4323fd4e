// SPDX-License-Identifier: Apache-2.0
#include "table/parquet_copy.h"

#include <numeric>

#include "base/error.h"
#include "table/field_code.h"
#include "table/format.h"
#include "table/parquet_ride.h"
#include "table/release_writer.h"
#include "table/sql_type.h"

namespace guise::table {
namespace {

std::string member(std::size_t j) {
  return fmt::format("v{}", j);
}

/// STRUCT(v0 DOUBLE, v1 BIGINT, …): what a record becomes.
duckdb_logical_type struct_of(const Release& release) {
  std::vector<std::string> names;
  std::vector<duckdb_logical_type> types;
  for (std::size_t j = 0; j < release.values.size(); ++j) {
    names.push_back(member(j));
    types.push_back(duckdb_create_logical_type(release.integer[j] ? DUCKDB_TYPE_BIGINT : DUCKDB_TYPE_DOUBLE));
  }
  std::vector<const char*> pointers;
  for (const std::string& name : names) pointers.push_back(name.c_str());
  duckdb_logical_type type = duckdb_create_struct_type(types.data(), pointers.data(), types.size());
  for (duckdb_logical_type& each : types) duckdb_destroy_logical_type(&each);
  return type;
}

std::string copy_sql(const ParquetReader& reader, const Release& release, const std::string& call, const std::string& from,
                     const std::string& temporary) {
  std::vector<std::string> outer, inner = {call + " AS done"};
  for (std::size_t j = 0; j < release.kept.size(); ++j) {
    inner.push_back(fmt::format("{} AS k{}", reader.kept_column(release.kept[j].name), j));
    outer.push_back(fmt::format("k{} AS {}", j, quote_name(release.kept[j].name)));
  }
  for (std::string& each : release.select_values([](std::size_t j) { return "done." + member(j); }))
    outer.push_back(std::move(each));
  return fmt::format("COPY (SELECT {} FROM (SELECT {} FROM {})) TO {} ({}, USE_TMP_FILE false)", fmt::join(outer, ", "),
                     fmt::join(inner, ", "), from, quote_text(temporary), kParquetOptions);
}

/// What a kept column is hashed as: whole numbers and doubles as they are, all else as the text that readers get.
duckdb_type type_for(const Column& column) {
  if (column.sql_type == "DOUBLE") return DUCKDB_TYPE_DOUBLE;
  const bool fits =
      type_of_sql(column.sql_type) == Type::integer && column.sql_type != "UBIGINT" && !column.sql_type.ends_with("HUGEINT");
  return fits ? DUCKDB_TYPE_BIGINT : DUCKDB_TYPE_VARCHAR;
}

std::vector<ParquetRide::Beside> kept_vectors(const ParquetReader& reader, const Release& release) {
  std::vector<ParquetRide::Beside> out;
  for (const Column& column : release.kept) {
    const duckdb_type type = type_for(column);
    const char* name = type == DUCKDB_TYPE_DOUBLE ? "DOUBLE" : type == DUCKDB_TYPE_BIGINT ? "BIGINT" : "VARCHAR";
    out.push_back({fmt::format("CAST({} AS {})", reader.kept_column(column.name), name), type});
  }
  return out;
}

void append_codes(duckdb_vector vector, duckdb_type type, Index from, Index count, std::string& out) {
  auto* validity = duckdb_vector_get_validity(vector);
  void* data = duckdb_vector_get_data(vector);
  if (type == DUCKDB_TYPE_BIGINT && validity == nullptr)
    return append_integer_codes(out, static_cast<const std::int64_t*>(data) + from, count);
  for (Index i = from; i < from + count; ++i) {
    if (validity != nullptr && !duckdb_validity_row_is_valid(validity, static_cast<idx_t>(i))) {
      append_missing_code(out);
    } else if (type == DUCKDB_TYPE_DOUBLE) {
      append_number_code(out, static_cast<const double*>(data)[i]);
    } else if (type == DUCKDB_TYPE_BIGINT) {
      append_integer_code(out, static_cast<const std::int64_t*>(data)[i]);
    } else {
      duckdb_string_t& text = static_cast<duckdb_string_t*>(data)[i];
      append_field_code(out, {duckdb_string_t_data(&text), duckdb_string_t_length(text)});
    }
  }
}

/// Thrown into DuckDB's pipeline when a vector turns out not to be whole blocks.
struct NotWholeBlocks {};

}  // namespace

std::optional<Written> copy_parquet(const Reader& in, const Selection& selection, const Work& how, const Output& output,
                                    const Release& release, AtomicFile* file, const std::function<void(Chunk&)>& work) {
  const auto* reader = dynamic_cast<const ParquetReader*>(&in);
  const bool to_parquet = file != nullptr && format_of(output.path).format == Format::parquet;
  if (reader == nullptr || !to_parquet || !reader->rideable() || selection.missing == Missing::drop) return std::nullopt;
  const bool whole_blocks = reader->in_whole_blocks() && selection.first_record % kBlock == 0;
  if (!how.any_run && !whole_blocks) return std::nullopt;

  const MissingPolicy policy(*reader, selection);
  const std::int64_t end = selection.first_record + *reader->records();
  ReleaseDigest digest(release.values.size(), release.kept.size(), release.secret);
  ParquetRide ride(*reader, selection, how, kept_vectors(*reader, release), [&](Chunk&& chunk, const auto& vectors) {
    const std::int64_t behind = chunk.first_record + chunk.records();
    const bool whole = chunk.first_record % kBlock == 0 && (behind % kBlock == 0 || behind == end);
    if (!how.any_run && !whole) throw NotWholeBlocks{};
    policy.apply(chunk);
    work(chunk);
    check_release(chunk.values, release);
    const std::int64_t row = chunk.first_record - selection.first_record;
    digest.add(row, chunk.values);
    digest.add_kept(row, chunk.records(), [&](std::size_t column, Index from, Index count, std::string& out) {
      append_codes(vectors.beside[column], type_for(release.kept[column]), from, count, out);
    });
    for (std::size_t j = 0; j < release.values.size(); ++j) {
      const double* values = chunk.values.col(static_cast<Index>(j)).data();
      fill_vector(duckdb_struct_vector_get_child(vectors.output, j), values, chunk.records(), release.integer[j]);
    }
  });
  const Session session(thread_count(how), release.values.size() + release.kept.size());
  const std::string call = ride.install(session, struct_of(release));
  try {
    ride.run(session, copy_sql(*reader, release, call, ride.from(), file->temporary().string()));
  } catch (const NotWholeBlocks&) {
    return std::nullopt;
  }
  return digest.finish(*reader->records());
}

}  // namespace guise::table
