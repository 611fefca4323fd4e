// SPDX-License-Identifier: Apache-2.0
// Whether the rows of a release stand in the order of the originals, by columns that both files have in clear.
#pragma once
#include <string>
#include <vector>

#include "table/table.h"

namespace guise::jobs {

/// True where the kept columns that both files have agree in every one of the records that are looked at, and would not by
/// chance. False says nothing: there may be no such columns.
bool kept_in_step(const table::Table& originals, const table::Table& release, const std::vector<std::string>& kept,
                  const table::Work& work);

}  // namespace guise::jobs
