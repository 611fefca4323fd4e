// SPDX-License-Identifier: Apache-2.0
// Tables that options name: originals, matrices, one number for each attribute.
#pragma once
#include <string>
#include <vector>

#include "base/matrix.h"

namespace guise::jobs {

/// The columns of a file that are called like this, in this order; all of them must be there.
Matrix read_columns(const std::string& file, const std::vector<std::string>& columns);

/// A matrix without names: a file that holds numbers alone.
Matrix read_matrix(const std::string& file);

/// A table with one record and a column for each attribute.
Vector one_record(const std::string& file, const std::vector<std::string>& columns);

/// A covariance of these columns.
Matrix symmetric(const std::string& file, const std::vector<std::string>& columns);

}  // namespace guise::jobs
