// SPDX-License-Identifier: Apache-2.0
// Inner products, distances and cosines of the originals, estimated from a release: of records, or of columns where records
// were mixed.
#pragma once
#include "mining/task.h"

namespace guise::mining {

enum class Relation { product, square_distance, cosine };

struct GramEstimate {
  Estimate estimate;  ///< on the diagonal squared lengths, 0 or 1
  std::string kind;   ///< what is compared: "record" or "column"
  std::vector<std::string> notes = {};
};

/// Which records: the `count` from record `from` on. Columns are compared all.
inline constexpr Param kPairParams[] = {
    {.name = "from",
     .help = "number of the first record compared, counted from 0",
     .kind = Param::Kind::integer,
     .fallback = 0,
     .least = 0},
    {.name = "count",
     .help = "records compared with each other",
     .kind = Param::Kind::integer,
     .fallback = 100,
     .least = 1,
     .most = 5000},
};

GramEstimate estimate_gram(const Data&, const Params&, Relation);

}  // namespace guise::mining
