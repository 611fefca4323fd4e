// SPDX-License-Identifier: Apache-2.0
#include "table/release_writer.h"

#include <cassert>
#include <cmath>

#include "base/error.h"

namespace guise::table {

void check_release(Matrix& values, const Release& release) {
  assert(values.cols() == static_cast<Index>(release.values.size()) && "Output::columns names what the work leaves");
  for (Index j = 0; j < values.cols(); ++j) {
    auto column = values.col(j).array();
    const auto at = static_cast<std::size_t>(j);
    // 0 times NaN or infinity is NaN.
    if (!((column * 0.0).sum() == 0.0)) {
      fail("column '{}' of {} would hold a number that is not finite; the input is too large or has missing values",
           release.values[at], release.name);
    }
    if (release.integer[at]) column = column.round();
  }
}

ReleaseWriter::Piece ReleaseWriter::prepare(Chunk&& chunk, std::optional<std::int64_t> position) {
  Piece piece{.chunk = std::move(chunk), .bytes = {}};
  remove_dropped(piece.chunk);
  writer_.fit(piece.chunk.values);
  check_release(piece.chunk.values, release_);  // after it, as numbers can be too large for the format
  if (position) digest_.add(*position, piece.chunk.values);
  piece.hashed = position.has_value();
  piece.bytes = writer_.encode(piece.chunk);
  return piece;
}

void ReleaseWriter::take(Piece&& piece) {
  if (!piece.hashed) digest_.add(records_, piece.chunk.values);
  records_ += piece.chunk.records();
  writer_.write(std::move(piece.chunk), std::move(piece.bytes));
}

Written ReleaseWriter::finish() {
  writer_.finish(records_);
  return {.records = records_, .digest = digest_.finish(records_)};
}

}  // namespace guise::table
