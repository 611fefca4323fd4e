// SPDX-License-Identifier: Apache-2.0
// What a card says of every column of a release: a digest for everybody, and one that only the owner's key can make.
#pragma once
#include <optional>

#include "table/kept_digest.h"
#include "table/transform.h"
#include "table/values_digest.h"

namespace guise::table {

class ReleaseDigest {
 public:
  ReleaseDigest(std::size_t values, std::size_t kept, const std::optional<Bytes32>& secret);
  void add(std::int64_t first, const MatrixRef& values) { values_.add(first, values); }
  void add_kept(std::int64_t first, const Chunk& chunk) { kept_.add(first, chunk); }
  void add_kept(std::int64_t first, Index count, const KeptDigest::Encode& encode) { kept_.add(first, count, encode); }
  Written finish(std::int64_t rows);

 private:
  bool has_kept_, sealed_;
  ValuesDigest values_;
  KeptDigest kept_;
};

}  // namespace guise::table
