// SPDX-License-Identifier: Apache-2.0
// CSV is opened in spreadsheets, which take some names for formulas.
#pragma once
#include <string>
#include <vector>

namespace guise::jobs {

/// What to say of the columns of a file that begin like a formula (= + - @, a tab or a carriage return); nothing where there
/// is none, or the file is no CSV.
std::string formula_warning(const std::string& path, const std::vector<std::string>& columns);

}  // namespace guise::jobs
