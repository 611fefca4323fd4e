// SPDX-License-Identifier: Apache-2.0
// The end of every transform: values are checked, fitted to the format, hashed, encoded, and written in order.
#pragma once
#include <optional>
#include <string>

#include "table/values_digest.h"
#include "table/writer.h"

namespace guise::table {

/// Refuses values that are not finite and counts of columns that do not fit; rounds what is to be integers.
void check_release(Matrix& values, const Release&);

class ReleaseWriter {
 public:
  ReleaseWriter(const Release& release, Writer& writer)
      : release_(release), writer_(writer), digest_(static_cast<Index>(release.values.size())) {}

  struct Piece {
    Chunk chunk;
    std::string bytes;
    bool hashed = false;
  };
  /// From any thread. `position`: of the chunk's first row in the output, where that is already known.
  Piece prepare(Chunk&& chunk, std::optional<std::int64_t> position);
  /// In order.
  void take(Piece&& piece);
  Written finish();

 private:
  const Release& release_;
  Writer& writer_;
  ValuesDigest digest_;
  std::int64_t records_ = 0;
};

}  // namespace guise::table
