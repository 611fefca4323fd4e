// SPDX-License-Identifier: Apache-2.0
// Owners of other columns of the same records must list them in one order, or what is mined of both means nothing. Each puts a
// tag of its order on its card: a hash under the shared half of the key, which who has no key can neither compute nor look up.
#pragma once
#include <string>

#include "random/key.h"
#include "table/table.h"

namespace guise::masks {

/// An identifier as tags take it: a whole number below 2^53 without zeros, points or exponents, anything else as it stands.
std::string identifier_text(std::string_view field);

/// Tag of the identifiers in column `by`, in the order of the records that the selection leaves. `sums`: the release sums over
/// records, so that their numbers count as well. Refuses missing and repeated identifiers.
std::string order_tag(const table::Table&, const table::Selection&, const table::Work&, const std::string& by, bool sums,
                      const std::string& round, const random::Key&);

/// Tag of how many records a release sums over.
std::string count_tag(std::int64_t records, const std::string& round, const random::Key&);

}  // namespace guise::masks
