// SPDX-License-Identifier: Apache-2.0
#include "jobs/findings_json.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "table/csv_field.h"

namespace guise::jobs {
namespace {

nlohmann::json number_json(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

nlohmann::json matrix_json(const Matrix& matrix) {
  nlohmann::json rows = nlohmann::json::array();
  for (Index i = 0; i < matrix.rows(); ++i) {
    nlohmann::json row = nlohmann::json::array();
    for (Index j = 0; j < matrix.cols(); ++j) row.push_back(number_json(matrix(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

nlohmann::json to_json(const mining::Findings& findings) {
  nlohmann::json figures = nlohmann::json::object(), estimates = nlohmann::json::array();
  for (const mining::Figure& figure : findings.figures) {
    figures[figure.name] = {{"value", number_json(figure.value)}};
    if (figure.error > 0) figures[figure.name]["error"] = number_json(figure.error);
    if (figure.high > figure.low) figures[figure.name]["interval"] = {number_json(figure.low), number_json(figure.high)};
  }
  for (const mining::Estimate& estimate : findings.estimates) {
    estimates.push_back({{"name", estimate.name},
                         {"rows", estimate.rows},
                         {"columns", estimate.columns},
                         {"value", matrix_json(estimate.value)}});
    if (estimate.error.size() == 0) continue;
    estimates.back()["error"] = matrix_json(estimate.error);
    estimates.back()["low"] = matrix_json(estimate.low);
    estimates.back()["high"] = matrix_json(estimate.high);
  }
  return {{"figures", std::move(figures)}, {"estimates", std::move(estimates)}, {"notes", findings.notes}};
}

nlohmann::json to_json(const std::vector<mining::Bounded>& all) {
  nlohmann::json out = nlohmann::json::object();
  for (const mining::Bounded& each : all)
    out[each.name] = {
        {"value", number_json(each.value)}, {"ceiling", number_json(each.ceiling)}, {"floor", number_json(each.floor)}};
  return out;
}

std::string estimate_csv(const mining::Estimate& estimate) {
  const bool bars = estimate.error.size() > 0;
  std::string out = bars ? "row,column,value,error,low,high\n" : "row,column,value\n";
  for (Index i = 0; i < estimate.value.rows(); ++i)
    for (Index j = 0; j < estimate.value.cols(); ++j) {
      for (const std::string& name :
           {estimate.rows[static_cast<std::size_t>(i)], estimate.columns[static_cast<std::size_t>(j)]}) {
        table::append_field(out, name, ',');
        out += ',';
      }
      out += fmt::format("{}", estimate.value(i, j));
      if (bars) out += fmt::format(",{},{},{}", estimate.error(i, j), estimate.low(i, j), estimate.high(i, j));
      out += "\n";
    }
  return out;
}

}  // namespace guise::jobs
