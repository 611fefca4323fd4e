// SPDX-License-Identifier: Apache-2.0
// A sample of the records and, where they fit, all of them: for tasks that go over the records again and again.
#pragma once
#include "mining/data.h"

namespace guise::mining {

struct Gathered {
  Matrix sample;
  std::int64_t records = 0;
  Data data;         ///< the same records without their label: in memory, or to be read again where they did not fit
  bool fit = false;  ///< they take no more than `bytes`, though a process that works on a part of them does not hold them
};

/// In one pass. `most`: records of the sample; `bytes`: memory that all may take, apart from what is in memory already.
Gathered gather(const Data&, std::int64_t most, std::size_t bytes, const random::Rng&);

}  // namespace guise::mining
