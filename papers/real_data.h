// SPDX-License-Identifier: Apache-2.0
// Real data sets from the data folder.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "base/matrix.h"

namespace guise::papers {

/// The named columns; none named: every numeric column.
Matrix read_columns(const std::filesystem::path& file, const std::vector<std::string>& names = {});

/// Without the columns that have fewer than `least` different values (paper 001's Ionosphere: a01 is binary, a02 constant).
Matrix drop_coarse_columns(const Matrix& data, int least);

}  // namespace guise::papers
