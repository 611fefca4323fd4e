// SPDX-License-Identifier: Apache-2.0
// Columns kept in a release that the register of known people has as well: what they say of both.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "table/table.h"

namespace guise::jobs {

struct KeptColumns {
  std::vector<std::string> known, released;  ///< a text for each record, equal where all columns are; empty: none in common
  std::optional<std::string> note = {};      ///< said when nobody can be found by them
};

/// `masked` are the columns read of the release, `attributes` the originals' names; the register has `count` people, and
/// `records` are the released ones that are wanted. Columns that are numeric in both are compared as numbers.
KeptColumns read_kept(const table::Table& release, const table::Selection& masked, const std::vector<std::string>& attributes,
                      const std::string& register_file, Index count, const std::vector<std::int64_t>& records,
                      const table::Work& work);

}  // namespace guise::jobs
