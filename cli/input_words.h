// SPDX-License-Identifier: Apache-2.0
// A table and what is selected of it, as options and as words of commands that are printed to be pasted.
#pragma once
#include <string>
#include <vector>

#include "cli/options.h"
#include "jobs/input.h"

namespace guise::cli {

/// IN, --sql and the choice of columns and records.
void declare_input(OptionSet& app, const jobs::Fields& fields);

/// IN and what is selected of it. What came on standard input must come again.
std::vector<std::string> input_words(const jobs::Input& in);

/// guise mask …, which makes the release that is advised.
std::string masking_command(const jobs::Input& in, const std::string& mask);
std::vector<std::string> mask_words(const jobs::Input& in, const std::string& mask);

}  // namespace guise::cli
