// SPDX-License-Identifier: Apache-2.0
// Windows of a part of a table, as those of the whole table are.
#pragma once
#include "table/absences.h"
#include "table/range.h"
#include "table/transform.h"

namespace guise::table {

/// Which records of its table a part holds; all for a table that is none.
Range range_of(const Table& part);
/// The table that a part is of; itself for a table that is none.
const Reader& whole_of(const Table& part);

/// As scan_windows(), of the windows that begin in the part; their neighbours may lie outside of it. `absences`: of the whole
/// table, after `prepare`. A table is whole where it is none of Table::part().
void scan_windows_of(const Table& part, const Absences& absences, const Selection&, const Work&, const Windows&,
                     const std::function<void(const Window&)>& visit);

}  // namespace guise::table
