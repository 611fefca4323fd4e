// SPDX-License-Identifier: Apache-2.0
#include "papers/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <system_error>

#include "base/error.h"
#include "base/xml_text.h"
#include "papers/figure_files.h"
#include "papers/svg.h"
#include "table/atomic_file.h"

namespace guise::papers {
namespace {

constexpr const char* kStyle =
    "body{font:15px/1.5 Helvetica,Arial,sans-serif;max-width:1000px;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;width:100%;font-size:14px}th,td{border-bottom:1px solid #ddd;padding:.3em "
    ".6em;text-align:left;"
    "vertical-align:top}.yes{color:#00704f;font-weight:bold}.no{color:#b00020;font-weight:bold}.claim{color:#555}"
    "svg{max-width:100%;height:auto;margin:.6em 0}h2{margin-top:2em}";

std::string_view pass_word(const Row& row) {
  return !row.pass ? "" : *row.pass ? "yes" : "NO";
}

/// Letters, not bytes: continuation bytes of UTF-8 do not count.
std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

void html_section(std::string& page, const Result& result) {
  const Experiment& experiment = *result.experiment;
  const auto out = std::back_inserter(page);
  fmt::format_to(out, "<h2 id='{0}'>{0}: {1}</h2>\n<p class='claim'>{2}. The paper: {3}</p>\n", experiment.name,
                 xml_text(experiment.title), xml_text(experiment.paper), xml_text(experiment.claim));
  page += "<table><tr><th>what</th><th>paper</th><th>expected</th><th>measured</th><th>pass</th></tr>\n";
  for (const Row& row : result.report.rows) {
    fmt::format_to(out, "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td class='{}'>{}</td></tr>\n", xml_text(row.what),
                   xml_text(row.paper), xml_text(row.expected), xml_text(row.measured), row.pass.value_or(true) ? "yes" : "no",
                   pass_word(row));
  }
  page += "</table>\n";
  for (const std::string& reason : result.report.skipped) fmt::format_to(out, "<p>Not run: {}</p>\n", xml_text(reason));
  for (const Plot& plot : result.report.plots) page += svg(plot);
}

}  // namespace

std::string table_text(const Result& result) {
  constexpr std::array<std::string_view, 5> kHeads = {"what", "paper", "expected", "measured", "pass"};
  std::vector<std::array<std::string_view, 5>> lines = {kHeads};
  for (const Row& row : result.report.rows) lines.push_back({row.what, row.paper, row.expected, row.measured, pass_word(row)});
  std::array<std::size_t, 5> widths{};
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], letters(line[i]));
  }
  std::string text = fmt::format("{}  {} [{}]\n", result.experiment->name, result.experiment->title, result.experiment->paper);
  for (const auto& line : lines) {
    std::string row = " ";
    for (std::size_t i = 0; i < line.size(); ++i) {
      row += fmt::format(" {}{}", line[i], std::string(widths[i] - letters(line[i]) + 1, ' '));
    }
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  }
  for (const std::string& reason : result.report.skipped) text += "  not run: " + reason + "\n";
  return text;
}

std::string verdict(std::span<const Result> results) {
  std::size_t met = 0, all = 0;
  std::string failed;
  for (const Result& result : results) {
    for (const Row& row : result.report.rows) {
      if (!row.pass) continue;
      ++all;
      met += *row.pass;
      if (!*row.pass)
        failed += fmt::format("{}{}: {}", failed.empty() ? "; not met: " : ", ", result.experiment->name, row.what);
    }
  }
  return fmt::format("{} of {} criteria met{}", met, all, failed);
}

std::string how_run(std::int64_t seed, double effort) {
  return fmt::format("Seed {}, effort {:g}.", seed, effort);
}

void write_results(const std::filesystem::path& folder, std::span<const Result> results, std::string_view how) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail("cannot make the folder '{}': {}", folder.string(), error.message());
  std::string page = fmt::format(
      "<!doctype html>\n<html lang='en'><head><meta charset='utf-8'><title>The papers, reproduced</title><style>{}"
      "</style></head><body>\n<h1>The papers, reproduced</h1>\n<p>{}. {}</p>\n<ul>\n",
      kStyle, xml_text(verdict(results)), xml_text(how));
  for (const Result& result : results) {
    fmt::format_to(std::back_inserter(page), "<li><a href='#{0}'>{0}</a>: {1}</li>\n", result.experiment->name,
                   xml_text(result.experiment->title));
  }
  page += "</ul>\n";
  for (const Result& result : results) {
    html_section(page, result);
    for (const Plot& plot : result.report.plots) {
      table::write_file(folder / (plot.name + ".svg"), svg(plot));
      table::write_file(folder / (plot.name + ".pdf"), pdf(plot));
      table::write_file(folder / (plot.name + ".csv"), csv(plot));
    }
  }
  table::write_file(folder / "index.html", page + "</body></html>\n");
}

}  // namespace guise::papers
