// SPDX-License-Identifier: Apache-2.0
#include "cli/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/terminal.h"
#include "base/text.h"
#include "cli/spelling.h"

namespace guise::cli {
namespace {

constexpr Index kMostRows = 12;
constexpr std::size_t kMostName = 16, kLeastCell = 10, kLeastCellWithError = 23, kMostCell = 24;

std::string number(double value) {
  return std::isfinite(value) ? fmt::format("{:.4g}", value) : "-";
}

/// A limit of an interval, in fewer digits.
std::string limit(double value) {
  if (std::isinf(value)) return value > 0 ? "∞" : "-∞";
  const double size = std::abs(value);
  return size >= 1000 && size < 1e5 ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

std::string interval_text(double low, double high) {
  return fmt::format("[{}, {}]", limit(low), limit(high));
}

std::string padded(const std::string& text, std::size_t width) {
  const std::string shown = shorten(text, width);
  return std::string(width - text_width(shown), ' ') + shown;
}

std::string cell(const mining::Estimate& estimate, Index i, Index j) {
  const bool barred = estimate.error.size() > 0 && estimate.error(i, j) > 0;
  return barred ? fmt::format("{} {}", number(estimate.value(i, j)), interval_text(estimate.low(i, j), estimate.high(i, j)))
                : number(estimate.value(i, j));
}

std::string estimate_text(const mining::Estimate& estimate) {
  const bool bars = estimate.error.size() > 0 && estimate.error.maxCoeff() > 0;
  std::size_t name = 4, width = bars ? kLeastCellWithError : kLeastCell;
  for (const std::string& row : estimate.rows) name = std::clamp(text_width(row), name, kMostName);
  // Wider where names of columns are long and there is room for all of them.
  const std::size_t share = (terminal_width() - name) / std::max<std::size_t>(estimate.columns.size(), 1),
                    room = share == 0 ? 0 : share - 1;
  for (const std::string& column : estimate.columns) width = std::max(width, std::min({text_width(column), room, kMostCell}));
  const Index fit = static_cast<Index>((terminal_width() - name) / (width + 1));
  const Index columns = std::min<Index>(estimate.value.cols(), fit), rows = std::min<Index>(estimate.value.rows(), kMostRows);
  std::string out = fmt::format("\n{}{}\n{}", estimate.name, bars ? " [95 % interval]" : "", std::string(name, ' '));
  for (Index j = 0; j < columns; ++j) out += " " + padded(estimate.columns[static_cast<std::size_t>(j)], width);
  out += "\n";
  for (Index i = 0; i < rows; ++i) {
    const std::string shown = shorten(estimate.rows[static_cast<std::size_t>(i)], name);
    out += shown + std::string(name - text_width(shown), ' ');
    for (Index j = 0; j < columns; ++j) out += " " + padded(cell(estimate, i, j), width);
    out += "\n";
  }
  if (rows < estimate.value.rows() || columns < estimate.value.cols())
    out += fmt::format("… {} x {} in all: --json or -o FILE\n", estimate.value.rows(), estimate.value.cols());
  return out;
}

}  // namespace

std::string findings_text(const mining::Findings& findings) {
  std::string out;
  std::size_t width = 8;
  for (const mining::Figure& figure : findings.figures) width = std::max(width, text_width(figure.name));
  for (const mining::Figure& figure : findings.figures)
    out += fmt::format("{:<{}}  {}{}\n", figure.name, width, fmt::format("{:.6g}", figure.value),
                       figure.error > 0 || figure.high > figure.low ? " " + interval_text(figure.low, figure.high) : "");
  for (const mining::Estimate& estimate : findings.estimates) out += estimate_text(estimate);
  if (!findings.notes.empty()) out += "\n";
  for (const std::string& note : findings.notes) out += wrap("note: " + spelled(note), 6);
  return out;
}

std::string agreement_text(const std::vector<mining::Bounded>& all) {
  std::size_t width = 17;
  bool bounds = false;
  for (const mining::Bounded& each : all) {
    width = std::clamp(text_width(each.name), width, std::size_t{46});
    bounds = bounds || std::isfinite(each.ceiling) || std::isfinite(each.floor);
  }
  const auto line = [&](const std::string& name, const std::string& value, const std::string& ceiling,
                        const std::string& floor) {
    const std::string shown = shorten(name, width);
    return fmt::format("{}{}  {:>9}{}\n", shown, std::string(width - text_width(shown), ' '), value,
                       bounds ? fmt::format("  {:>9}  {:>9}", ceiling, floor) : "");
  };
  std::string out = "\n" + line("against the truth", "release", "ceiling", "floor");
  for (const mining::Bounded& each : all) out += line(each.name, number(each.value), number(each.ceiling), number(each.floor));
  return out + (bounds ? "ceiling: a bootstrap of the originals; floor: originals, each column shuffled\n" : "");
}

}  // namespace guise::cli
