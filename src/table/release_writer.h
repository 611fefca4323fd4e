// SPDX-License-Identifier: Apache-2.0
// The end of every transform: values are checked, fitted to the format, hashed, encoded, and written in order.
#pragma once
#include <optional>
#include <string>

#include "table/release_digest.h"
#include "table/writer.h"

namespace guise::table {

/// Refuses values that are not finite and counts of columns that do not fit; rounds what is to be integers.
void check_release(Matrix& values, const Release&);

class ReleaseWriter {
 public:
  ReleaseWriter(const Release& release, Writer& writer, const Work& how)
      : release_(release),
        writer_(writer),
        threads_(how.threads),
        digest_(release.values.size(), release.kept.size(), release.secret) {}

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
  void digest(std::int64_t first, const Chunk& chunk);
  void digest_as_read();

  const Release& release_;
  Writer& writer_;
  int threads_;
  ReleaseDigest digest_;
  std::int64_t records_ = 0;
};

}  // namespace guise::table
