// SPDX-License-Identifier: Apache-2.0
// Windows in, their own rows out, as table/transform.h has them; kept columns are read and not written.
#pragma once
#include "table/transform.h"

namespace guise::table {

/// Kept columns of the selection reach `windows.prepare` only, which must take them off the chunk.
Written transform_unkept(const Table& in, const Selection&, const Work&, const Windows&, const Output&,
                         const std::function<Matrix(const Window&)>& work);

}  // namespace guise::table
