// SPDX-License-Identifier: Apache-2.0
#include "table/parquet_ride.h"

#include "base/error.h"

namespace guise::table {
namespace {

constexpr const char* kName = "guise_ride";
constexpr idx_t kNumbering = 1;  // the first argument: file_row_number

void add_parameter(duckdb_scalar_function function, duckdb_type type, bool list = false) {
  duckdb_logical_type logical = duckdb_create_logical_type(type);
  duckdb_logical_type whole = list ? duckdb_create_list_type(logical) : logical;
  duckdb_scalar_function_add_parameter(function, whole);
  if (list) duckdb_destroy_logical_type(&whole);
  duckdb_destroy_logical_type(&logical);
}

}  // namespace

ParquetRide::ParquetRide(const ParquetReader& reader, const Selection& selection, const Work& how, std::vector<Beside> beside,
                         Rows rows)
    : reader_(reader),
      selection_(selection),
      how_(how),
      layout_(reader.layout(selection)),
      beside_(std::move(beside)),
      rows_(std::move(rows)) {
  layout_.select.resize(layout_.select.size() - layout_.kept.size());  // kept columns stay outside
  layout_.kept.clear();
}

std::string ParquetRide::install(const Session& session, duckdb_logical_type type) {
  duckdb_scalar_function function = duckdb_create_scalar_function();
  duckdb_scalar_function_set_name(function, kName);
  add_parameter(function, DUCKDB_TYPE_BIGINT);
  for (std::size_t i = 0; i < layout_.select.size(); ++i) add_parameter(function, DUCKDB_TYPE_DOUBLE, layout_.lengths[i] > 0);
  for (const Beside& each : beside_) add_parameter(function, each.type);
  duckdb_scalar_function_set_return_type(function, type);
  duckdb_destroy_logical_type(&type);
  duckdb_scalar_function_set_volatile(function);          // called for every vector, and once
  duckdb_scalar_function_set_special_handling(function);  // also where an argument is NULL
  duckdb_scalar_function_set_extra_info(function, this, nullptr);
  duckdb_scalar_function_set_function(function, called);
  const bool registered = duckdb_register_scalar_function(session.connection(), function) == DuckDBSuccess;
  duckdb_destroy_scalar_function(&function);
  if (!registered) fail("DuckDB did not accept a function of {} columns", layout_.select.size());
  std::vector<std::string> arguments{"file_row_number::BIGINT"};
  arguments.insert(arguments.end(), layout_.select.begin(), layout_.select.end());
  for (const Beside& each : beside_) arguments.push_back(each.expression);
  return fmt::format("{}({})", kName, fmt::join(arguments, ", "));
}

void ParquetRide::called(duckdb_function_info info, duckdb_data_chunk data, duckdb_vector output) {
  auto& ride = *static_cast<ParquetRide*>(duckdb_scalar_function_get_extra_info(info));
  try {
    const StopScope scope(ride.stop_);
    check_stop();
    ride.take(data, output);
  } catch (...) {
    const std::lock_guard lock(ride.mutex_);
    if (!ride.error_) ride.error_ = std::current_exception();
    duckdb_scalar_function_set_error(info, "stopped by guise");
  }
}

void ParquetRide::take(duckdb_data_chunk data, duckdb_vector output) {
  const auto count = static_cast<Index>(duckdb_data_chunk_get_size(data));
  if (count == 0) return;
  const auto* rows = static_cast<const std::int64_t*>(duckdb_vector_get_data(duckdb_data_chunk_get_vector(data, 0)));
  const std::int64_t position = rows[0];
  if (rows[count - 1] != position + count - 1) {
    fail("DuckDB handed out rows of {} that are not consecutive", reader_.name());
  }
  Chunk chunk{.first_record = selection_.first_record + position,
              .values = Matrix(count, static_cast<Index>(layout_.attributes.size()))};
  copy_values(data, kNumbering, layout_, 0, count, chunk.values, 0, position + 1, reader_.name());
  Vectors vectors{.beside = {}, .output = output};
  for (std::size_t i = 0; i < beside_.size(); ++i)
    vectors.beside.push_back(duckdb_data_chunk_get_vector(data, kNumbering + layout_.select.size() + i));
  rows_(std::move(chunk), vectors);
  const std::int64_t done = done_ += count;
  if (how_.progress) how_.progress({how_.stage, done, reader_.records().value_or(0)});
}

/// DuckDB's threads stop at any of several errors; one pass in order finds the first.
void ParquetRide::find_first_error() const {
  const MissingPolicy policy(reader_, selection_);
  Selection numbers = selection_;
  numbers.kept.clear();
  const auto source = reader_.source(numbers, chunk_records(how_, numbers.attributes.size()), 1);
  while (const auto parse = source->next()) {
    Chunk chunk = parse();
    policy.apply(chunk);
  }
}

void ParquetRide::run(const Session& session, const std::string& sql) {
  try {
    session.run(sql, reader_.name());
  } catch (const Error&) {
    if (!error_) throw;
  }
  if (!error_) return;
  try {
    std::rethrow_exception(error_);
  } catch (const Error& error) {
    if (error.fault() == Fault::usage) find_first_error();
    throw;
  }
}

}  // namespace guise::table
