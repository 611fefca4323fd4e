// SPDX-License-Identifier: Apache-2.0
// Rows in an order of their own: how that is noticed, and how it is told.
#include <fmt/format.h>

#include <atomic>

#include "audit/practice.h"
#include "audit/restore.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"
#include "table/transform.h"

namespace guise::audit {
namespace {

// Share of rows given to the right original from which nothing more needs to be said of it.
constexpr double kSure = 0.995;

std::int64_t count_records(const table::Table& table, table::Selection selection, const table::Work& work) {
  if (const std::optional<std::int64_t> known = table.records()) return *known;
  selection.attributes.resize(1);
  selection.missing = table::Missing::drop;  // what is missing is told where it is read to be used
  std::atomic<std::int64_t> records = 0;
  table.scan(selection, work, [&](const table::Chunk& chunk) { records += chunk.records(); });
  return records;
}

}  // namespace

bool rows_in_step(const Sides& sides, const table::Work& work) {
  table::Work how = work;
  how.stage = "comparing the order of rows";
  if (count_records(sides.originals, sides.of_originals, how) != count_records(sides.release, sides.of_release, how))
    return false;
  stats::OrderedMerge<stats::Moments> merge;
  table::scan_pair(sides.release, sides.of_release, sides.originals, sides.of_originals, how,
                   [&](const table::Chunk& release, const table::Chunk& originals) {
                     table::for_blocks(release, originals, [&](std::int64_t record, const MatrixRef& y, const MatrixRef& x) {
                       merge.add(record / table::kBlock, stats::joint_moments(y, x));
                     });
                   });
  const stats::Moments joint = merge.finish({});
  return joint.count() < 2 || !tells_nothing(joint, static_cast<Index>(sides.of_release.attributes.size()));
}

std::string sentence_on(const PutBack& how, const Given& given) {
  if (how.placed == 0)
    return fmt::format(
        "The rows of {} are in an order of their own, and {}, by what guise can find: that protects them, and leaves nothing "
        "to score guesses by. What goes row by row is not assessed. Name a column that says which is which by --by.",
        given.file, kUntold);
  std::string out = fmt::format(
      "The rows of {} are in an order of their own. {} of {} were given back to originals by their values, {} "
      "originals being known here",
      given.file, how.placed, how.released, how.originals);
  if (how.by_claim)
    return out + fmt::format(
                     ": drawn by how likely each is under the noise that the mask is said to have, since the values alone do "
                     "not tell. Figures hold if it has; the nearest is expected to be right for {:.0f} %.",
                     100 * how.certainty);
  if (how.certainty < kSure)
    out += fmt::format("; the nearest is expected to be right for {:.0f} %, and they were drawn by how likely each is",
                       100 * how.certainty);
  return out + ". Figures are of these rows. Who guesses one still has to find out whose it is.";
}

}  // namespace guise::audit
