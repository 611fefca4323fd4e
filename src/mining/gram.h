// SPDX-License-Identifier: Apache-2.0
// Inner products and lengths of the originals, estimated from a release: of records, or of columns where records were mixed.
#pragma once
#include "mining/task.h"

namespace guise::mining {

struct GramEstimate {
  std::vector<std::string> names;             ///< of the records or columns compared
  std::string kind;                           ///< "record" or "column"
  Matrix inner;                               ///< x_i'x_j; squared lengths on the diagonal
  Matrix inner_error, square_distance_error;  ///< standard errors; 0 where the release keeps them exactly
  Matrix cosine_error;
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

GramEstimate estimate_gram(const Data&, const Params&);

}  // namespace guise::mining
