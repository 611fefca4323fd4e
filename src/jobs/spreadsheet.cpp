// SPDX-License-Identifier: Apache-2.0
#include "jobs/spreadsheet.h"

#include <fmt/format.h>

#include "base/names.h"
#include "table/format.h"
#include "table/number_text.h"

namespace guise::jobs {
namespace {

bool is_csv(const std::string& path) {
  const table::Format format = table::format_of(path).format;
  return format == table::Format::csv || format == table::Format::pipe;
}

}  // namespace

bool is_formula(std::string_view text) {
  return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos &&
         !table::read_number(text);
}

std::string formula_warning(const std::string& path, const std::vector<std::string>& columns) {
  if (!is_csv(path)) return "";
  std::vector<std::string> found;
  for (const std::string& name : columns)
    if (is_formula(name)) found.push_back("'" + name + "'");
  if (found.empty()) return "";
  return fmt::format(
      "warning: a spreadsheet would run the name of column {} as a formula. Rename it (‘sql=\"SELECT … AS name\"’), or do not "
      "open the file in one.",
      enumerate(found));
}

std::string formula_cells_warning(const std::string& path, std::int64_t cells, const std::string& column,
                                  std::string_view way_out) {
  if (cells == 0 || !is_csv(path)) return "";
  return fmt::format("warning: a spreadsheet would run {} cell{} of column '{}' as {}. {}, or do not open the file in one.",
                     cells, cells == 1 ? "" : "s", column, cells == 1 ? "a formula" : "formulas", way_out);
}

FormulaCells::FormulaCells(std::string path, std::vector<std::string> kept)
    : path_(std::move(path)), kept_(std::move(kept)), counts_(is_csv(path_) ? kept_.size() : 0) {}

void FormulaCells::look(const table::Chunk& chunk) {
  const auto dropped = [&](std::size_t i) { return !chunk.dropped.empty() && chunk.dropped[i] != 0; };
  for (std::size_t j = 0; j < std::min(counts_.size(), chunk.kept.size()); ++j) {
    std::int64_t count = 0;
    for (Index i = 0; i < chunk.records(); ++i)
      count += is_formula(text_at(chunk.kept[j], i)) && !dropped(static_cast<std::size_t>(i));
    counts_[j] += count;
  }
}

std::vector<std::string> FormulaCells::warnings() const {
  std::vector<std::string> out;
  for (std::size_t j = 0; j < counts_.size(); ++j)
    if (counts_[j] > 0)
      out.push_back(formula_cells_warning(path_, counts_[j], kept_[j], fmt::format("Leave '{}' out of ‘keep’", kept_[j])));
  return out;
}

}  // namespace guise::jobs
