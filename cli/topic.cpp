// SPDX-License-Identifier: Apache-2.0
#include "cli/topic.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/error.h"
#include "jobs/numbers.h"
#include "jobs/told_tables.h"
#include "linalg/spectrum.h"
#include "stats/moments.h"
#include "table/table.h"

namespace guise::cli {
namespace {

/// 1,2.5,-3; nothing when a part is no number, so that the text names a file.
std::optional<Vector> as_list(std::string_view text) {
  std::vector<double> values;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    const auto number = jobs::as_number(text.substr(from, to - from));
    if (!number || !std::isfinite(*number)) return {};
    values.push_back(*number);
    from = to + 1;
  }
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

/// A text with commas that names no file is a list with a slip in it.
void refuse_broken_list(std::string_view name, const std::string& text) {
  if (text.find(',') == std::string::npos || std::filesystem::exists(text)) return;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t to = std::min(text.find(',', from), text.size());
    const std::string part = text.substr(from, to - from);
    const auto number = jobs::as_number(part);
    require(number && std::isfinite(*number), "--{} {}: '{}' is not a number, and there is no file of that name", name, text,
            part);
    from = to + 1;
  }
}

}  // namespace

const std::string& Given::at(std::string_view name) const {
  return values_.find(std::string(name))->second;
}

bool Given::has(std::string_view name) const {
  return values_.contains(std::string(name));
}

std::string Given::text(std::string_view name, std::string_view fallback) const {
  return has(name) ? at(name) : std::string(fallback);
}

double Given::number(std::string_view name) const {
  const auto value = jobs::as_number(at(name));
  require(value && std::isfinite(*value), "--{} takes a number, got '{}'", name, at(name));
  return *value;
}

double Given::number(std::string_view name, double fallback) const {
  return has(name) ? number(name) : fallback;
}

std::int64_t Given::count(std::string_view name) const {
  const double value = number(name);
  require(value >= 1 && value == std::floor(value) && value < 9e15, "--{} takes a whole number from 1 on, got '{}'", name,
          at(name));
  return static_cast<std::int64_t>(value);
}

Vector Given::vector(std::string_view name) const {
  const Matrix values = matrix(name);
  require(values.rows() == 1 || values.cols() == 1,
          "--{} takes a list 1,2,3 or a file with one row or one column, {} is {} x {}", name, at(name), values.rows(),
          values.cols());
  return values.reshaped();
}

Matrix Given::matrix(std::string_view name) const {
  const auto list = as_list(at(name));
  if (!list) refuse_broken_list(name, at(name));
  const Matrix values = list ? Matrix(list->transpose()) : jobs::read_matrix(at(name));
  require(values.size() > 0, "{} is empty", at(name));
  return values;
}

Records Given::records(std::string_view name, const std::vector<std::string>& columns) const {
  if (const auto list = as_list(at(name))) return {.values = list->transpose()};
  const table::Table in = table::Table::open(at(name));
  const auto chosen = table::choose_attributes(in.schema(), columns, {}, at(name));
  Records out{.values = table::read_all(in, {.attributes = chosen, .kept = {}, .missing = table::Missing::refuse}),
              .columns = chosen};
  require(out.values.size() > 0, "{} has no records", at(name));
  return out;
}

Vector Given::falling_eigenvalues() const {
  require(has("eigenvalues") != has("table"), "give either --eigenvalues or --table");
  if (has("table")) {
    const Matrix table = records("table").values;
    require(table.rows() >= 2, "--table {}: a covariance takes at least 2 records, it has {}", at("table"), table.rows());
    return linalg::symmetric_spectrum(stats::moments_of(table).covariance()).values.cwiseMax(0);
  }
  Vector values = vector("eigenvalues");
  require(values.minCoeff() >= 0, "eigenvalues of a covariance are not negative, got {}", values.minCoeff());
  std::sort(values.begin(), values.end(), std::greater<>());
  return values;
}

std::vector<std::string> describe(std::span<const TopicOption> options) {
  std::vector<std::string> out;
  for (const TopicOption& option : options)
    out.push_back(option.required ? fmt::format("--{} {}  {}", option.name, option.value, option.help)
                                  : fmt::format("[--{} {}]  {}", option.name, option.value, option.help));
  return out;
}

}  // namespace guise::cli
