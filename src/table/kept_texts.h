// SPDX-License-Identifier: Apache-2.0
// What the kept columns say of some records: who links people reads them beside the masked ones.
#pragma once
#include "table/table.h"

namespace guise::table {

/// The fields of the selection's kept columns for these records, joined to one text each: equal where all fields are equal.
/// `records` are numbers, rising; one that is not in the table has an empty text. Fields of the columns in `numbers` are equal
/// where the numbers are, however they are written.
std::vector<std::string> kept_texts(const Table&, const Selection&, const Work&, const std::vector<std::int64_t>& records,
                                    const std::vector<std::string>& numbers = {});

/// The fields of such a text, one for each kept column; an empty one where the field is missing.
std::vector<std::string> kept_fields(const std::string& text);

}  // namespace guise::table
