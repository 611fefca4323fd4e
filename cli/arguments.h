// SPDX-License-Identifier: Apache-2.0
// The words of a command line, in the order that the parser takes them.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace guise::cli {

/// `guise --quiet audit …` becomes `guise audit --quiet …`, and `guise help audit` becomes `guise audit --help` for the
/// commands there are.
std::vector<std::string> in_order(std::vector<std::string> words, std::span<const std::string> commands);

}  // namespace guise::cli
