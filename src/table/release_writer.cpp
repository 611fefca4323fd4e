// SPDX-License-Identifier: Apache-2.0
#include "table/release_writer.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "table/pipeline.h"

namespace guise::table {

namespace {

/// Gives all gaps of a column the same bits, so that equal releases have equal digests; whether there are only gaps and finite
/// numbers.
bool keep_gaps(Eigen::Ref<Vector> column) {
  for (double& x : column) {
    if (std::isinf(x)) return false;
    if (std::isnan(x)) x = std::numeric_limits<double>::quiet_NaN();
  }
  return true;
}

}  // namespace

void check_release(Matrix& values, const Release& release) {
  assert(values.cols() == static_cast<Index>(release.values.size()) && "Output::columns names what the work leaves");
  for (Index j = 0; j < values.cols(); ++j) {
    auto column = values.col(j).array();
    const auto at = static_cast<std::size_t>(j);
    // 0 times NaN or infinity is NaN.
    if (!((column * 0.0).sum() == 0.0)) {
      if (release.gaps && keep_gaps(values.col(j))) continue;
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
  if (position) digest(*position, piece.chunk);
  piece.hashed = position.has_value();
  piece.bytes = writer_.encode(piece.chunk);
  return piece;
}

void ReleaseWriter::take(Piece&& piece) {
  if (!piece.hashed) digest(records_, piece.chunk);
  records_ += piece.chunk.records();
  writer_.write(std::move(piece.chunk), std::move(piece.bytes));
}

void ReleaseWriter::digest(std::int64_t first, const Chunk& chunk) {
  digest_.add(first, chunk.values);
  if (!writer_.types_kept()) digest_.add_kept(first, chunk);
}

/// Types spell dates, truths and the like in their own way, and JSON is read with the types it seems to have: the card is to
/// describe what readers find.
void ReleaseWriter::digest_as_read() {
  Selection kept{.attributes = {}, .kept = {}};
  for (const Column& column : release_.kept) kept.kept.push_back(column.name);
  std::int64_t row = 0;
  run_pipeline<Chunk>(
      *writer_.as_read(), kept, {.threads = threads_}, [](Chunk&& chunk) { return std::move(chunk); },
      [&](Chunk&& chunk) {
        digest_.add_kept(row, chunk);
        row += chunk.records();
      });
  if (row != records_) fail("{} was written with {} records and has {}", release_.name, records_, row);
}

Written ReleaseWriter::finish() {
  writer_.finish(records_);
  if (writer_.types_kept() && !release_.kept.empty() && records_ > 0) digest_as_read();
  return digest_.finish(records_);
}

}  // namespace guise::table
