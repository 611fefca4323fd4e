// SPDX-License-Identifier: Apache-2.0
// A plan: a command's options in a file, in YAML or in JSON, which is YAML. Its fields are the options by their long names,
// with _ for -; there is no other list of them.
#pragma once
#include <string>

#include "cli/options.h"

namespace guise::cli {

/// Gives the options what the plan says, but for those that the command line gives. Refuses what it does not know or cannot
/// read, with file and line.
void read_plan(const std::string& path, OptionSet& options);

/// The options that were given, as a plan that gives them again.
std::string plan_text(const OptionSet& options);

}  // namespace guise::cli
