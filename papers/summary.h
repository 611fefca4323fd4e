// SPDX-License-Identifier: Apache-2.0
// Results for people: a table for the terminal, a page with tables and plots for the folder.
#pragma once
#include <filesystem>
#include <span>
#include <string>

#include "papers/papers.h"

namespace guise::papers {

struct Result {
  const Experiment* experiment;
  Report report;
};

/// The experiment's rows, one per line (what, paper, expected, measured, pass), ending in a newline.
std::string table_text(const Result& result);

/// "41 of 41 criteria met", or which were not.
std::string verdict(std::span<const Result> results);

/// "Seed 20030, effort 1.": how the run can be repeated.
std::string how_run(std::int64_t seed, double effort);

/// Writes DIR/index.html, which holds everything and begins with `how`, and each plot as DIR/NAME.svg. Makes the folder when it
/// is not there.
void write_results(const std::filesystem::path& folder, std::span<const Result> results, std::string_view how);

}  // namespace guise::papers
