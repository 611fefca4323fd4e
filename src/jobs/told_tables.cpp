// SPDX-License-Identifier: Apache-2.0
#include "jobs/told_tables.h"

#include "base/error.h"
#include "base/names.h"
#include "stats/covariance_check.h"
#include "table/table.h"

namespace guise::jobs {

Matrix read_columns(const std::string& file, const std::vector<std::string>& columns) {
  const table::Table in = table::Table::open(file);
  return table::read_all(
      in,
      {.attributes = table::choose_attributes(in.schema(), columns, {}, file), .kept = {}, .missing = table::Missing::refuse});
}

Matrix read_matrix(const std::string& file) {
  const table::Table in = table::Table::open(file);
  for (const table::Column& column : in.schema().columns)
    require(column.type == table::Type::number || column.type == table::Type::integer,
            "{} must hold numbers alone, column '{}' does not", file, column.name);
  return table::read_all(in, {.attributes = in.schema().numeric(), .kept = {}, .missing = table::Missing::refuse});
}

Vector one_record(const std::string& file, const std::vector<std::string>& columns) {
  const Matrix values = read_columns(file, columns);
  require(values.rows() == 1, "{} must hold one record with a value for each of {}, it has {}", file, enumerate(columns),
          values.rows());
  return values.row(0);
}

Matrix symmetric(const std::string& file, const std::vector<std::string>& columns) {
  const Matrix covariance = read_matrix(file);
  const auto size = static_cast<Index>(columns.size());
  require(covariance.rows() == size && covariance.cols() == size, "{} must be {} x {} for {}, it is {} x {}", file, size, size,
          enumerate(columns), covariance.rows(), covariance.cols());
  require(covariance.isApprox(covariance.transpose(), 1e-9), "{} is not symmetric; a covariance is", file);
  stats::check_covariance(covariance, file);
  return covariance;
}

}  // namespace guise::jobs
