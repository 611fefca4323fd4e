// SPDX-License-Identifier: Apache-2.0
// Shuffled rows: how they are noticed, and what is said of them.
#include <fmt/format.h>

#include <atomic>

#include "audit/practice.h"
#include "audit/restore.h"
#include "stats/empirical.h"
#include "stats/keyed_sample.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"
#include "table/transform.h"

namespace guise::audit {
namespace {

// Share of rows matched to the right original from which nothing more needs to be said of it.
constexpr double kSure = 0.995;
// Rows whose ranks are compared.
constexpr std::int64_t kRanked = 20'000;

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
  const auto released = static_cast<Index>(sides.of_release.attributes.size());
  stats::OrderedMerge<stats::Moments> merge;
  stats::KeyedSample sample(kRanked, random::Rng::from_seed(1));
  table::scan_pair(sides.release, sides.of_release, sides.originals, sides.of_originals, how,
                   [&](const table::Chunk& release, const table::Chunk& originals) {
                     table::for_blocks(release, originals, [&](std::int64_t record, const MatrixRef& y, const MatrixRef& x) {
                       merge.add(record / table::kBlock, stats::joint_moments(y, x));
                       Matrix both(y.rows(), y.cols() + x.cols());
                       both << y, x;
                       sample.add(record, both);
                     });
                   });
  const stats::Moments joint = merge.finish({});
  if (joint.count() < 2) return true;
  // Outliers that meet by chance correlate two columns, not their ranks; beyond the sample there are too few of them to matter.
  const bool ranked = !tells_nothing(stats::moments_of(stats::normal_scores(sample.rows())), released);
  return ranked || (joint.count() > kRanked && !tells_nothing(joint, released));
}

std::string sentence_on(const PutBack& how, const Given& given) {
  const std::string shuffled = fmt::format("The rows of {} are shuffled", given.file);
  if (how.placed == 0)
    return fmt::format(
        "{}, and {}. Row-level results are not assessed, which is no proof of safety. Name an identifying column with ‘by’.",
        shuffled, kUntold);
  if (how.method == "equal rows")
    return fmt::format(
        "{}. {} of {} equal an original in every column; for the others {}. Figures are of {} rows and count the others as not "
        "recovered, so that they are lower bounds.",
        shuffled, how.equal, how.released, kUntold, how.placed);
  if (how.method == "groups")
    return fmt::format(
        "{}, and equal rows are the means of groups of originals. The members of {:.0f} % of the groups were found. A person "
        "is "
        "one of the members of a group: {:.0f} % of the rows are expected to be linked to the right person. Figures are of {} "
        "rows.",
        shuffled, 100 * how.told, 100 * how.certainty, how.placed);
  std::string out = fmt::format("{}. {} of {} were matched to {} originals by their {}", shuffled, how.placed, how.released,
                                how.originals, how.by_claim ? "values" : how.method);
  if (how.by_claim)
    out += fmt::format(
        ": drawn by how likely each is under the noise that the mask is said to have, since no method here could match them by "
        "values alone. Figures hold if the mask has this noise; the nearest original is expected to be right for {:.0f} %",
        100 * how.certainty);
  else if (how.certainty < kSure)
    out += fmt::format(
        "; the nearest original is expected to be right for {:.0f} %, and originals were drawn by how likely each is",
        100 * how.certainty);
  return out + ". Figures are of these rows. An attacker who reconstructs a row must still identify the person.";
}

}  // namespace guise::audit
