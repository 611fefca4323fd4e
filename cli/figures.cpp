// SPDX-License-Identifier: Apache-2.0
#include "cli/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "measures/measure.h"

namespace guise::cli {
namespace {

constexpr std::size_t kMostName = 23;  // what the figures leave of 80 columns

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{:.4g}", value) : "-";
}

std::string share(const measures::Figure& figure, const std::vector<measures::Value>& values, std::string_view key) {
  const auto at = static_cast<std::size_t>(std::find(figure.keys.begin(), figure.keys.end(), key) - figure.keys.begin());
  return std::isfinite(values[at].value) ? fmt::format("{:.1f} %", 100 * values[at].value) : "-";
}

}  // namespace

std::string figure_table(const measures::Comparison& comparison, const std::vector<std::string>& columns) {
  const auto compute = [&](const char* name) { return measures::find_measure(name).compute(comparison); };
  const auto rmse = compute("rmse"), nrmse = compute("nrmse"), residual = compute("residual"), within = compute("within"),
             recovery = compute("recovery");
  std::size_t width = 9;
  for (const std::string& column : columns) width = std::clamp(text_width(column), width, kMostName);
  const auto row = [&](const std::string& name, const auto& r, const auto& n, const auto& v, const auto& w, const auto& c) {
    return fmt::format("{:<{}}  {:>10}  {:>9}  {:>9}  {:>10}  {:>9}\n", shorten(name, width), width, number(r[0].value),
                       number(n[0].value), number(v[0].value), share(within, w, "0.1"), share(recovery, c, "0.1"));
  };
  std::string out = fmt::format("{} records\n\n{:<{}}  {:>10}  {:>9}  {:>9}  {:>10}  {:>9}\n", comparison.records(),
                                "attribute", width, "rmse", "nrmse", "residual", "in 0.1 sd", "in 10 %");
  for (std::size_t j = 0; j < columns.size(); ++j)
    out += row(columns[j], rmse.attributes[j], nrmse.attributes[j], residual.attributes[j], within.attributes[j],
               recovery.attributes[j]);
  out += row("all", rmse.pooled, nrmse.pooled, residual.pooled, within.pooled, recovery.pooled);
  out +=
      "\nnrmse: error over the attribute's standard deviation, 1 is guessing the mean.\n"
      "residual: 1 - correlation squared, 0 is full recovery up to scale.\n"
      "All figures with intervals: --json\n";
  return out;
}

}  // namespace guise::cli
