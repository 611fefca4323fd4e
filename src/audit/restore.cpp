// SPDX-License-Identifier: Apache-2.0
#include "audit/restore.h"

#include <algorithm>

#include "attacks/gatherer.h"
#include "audit/channel_fit.h"
#include "audit/channel_search.h"
#include "audit/told_apart.h"
#include "release/noise_shape.h"
#include "stats/keyed_sample.h"
#include "table/blocks.h"

namespace guise::audit {
namespace {

// Rows that are put back: as many as the intervals of an audit need, and compared with a million originals in seconds.
constexpr std::int64_t kPutBack = 5000;
// Rows that the channel is fitted to; some of those put back. The others say whether it holds.
constexpr Index kFitted = 1000;
// Originals that starts are compared on.
constexpr std::int64_t kCompared = 10'000;
// Originals that play released rows of other people: two digits of a share.
constexpr Index kDecoys = 1000;

constexpr Turns kToSettle = {.nearest = 0, .drawn = 3};

using attacks::Want;

/// A pass over one side.
struct Collected {
  attacks::Evidence evidence;         ///< in the units that a card allows
  Matrix rows;                        ///< some, as they stand in the file
  std::vector<std::int64_t> records;  ///< their numbers
};

/// Moments and a sample of a table, read through `to_original` where there is such; and other rows as they are.
Collected collect(const table::Table& table, const table::Selection& selection, const std::function<void(Matrix&)>& to_original,
                  std::int64_t size, const table::Work& work, const random::Rng& rng) {
  attacks::Gatherer gatherer(selection.attributes, {Want::moments, Want::sample}, rng.fork("evidence"));
  stats::KeyedSample sample(size, rng.fork("rows"));
  table.scan(selection, work, [&](const table::Chunk& chunk) {
    table::for_numbered_blocks(chunk,
                               [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
                                 sample.add(record, rows, numbers);
                                 Matrix read = rows;
                                 if (to_original) to_original(read);
                                 gatherer.add(record, read, Matrix(), Matrix(), numbers);
                               });
  });
  return {.evidence = gatherer.finish(), .rows = sample.rows(), .records = sample.records()};
}

StandardUnits units_of(const stats::Moments& moments) {
  return {moments.mean(), moments.variance()};
}

/// The noise that the mask is said to have on the originals' own columns.
std::optional<linalg::Affine> claimed_channel(const Unlinked& sides) {
  const attacks::Knowledge& known = sides.known;
  const Index m = sides.originals.cols();
  if (known.mixed || known.distorted || !known.noise_covariance || sides.release.moments.attributes() != m) return {};
  return noise_channel(sides, release::noise_covariance(known, sides.release.moments.covariance()),
                       known.noise_mean ? *known.noise_mean : Vector(Vector::Zero(m)));
}

std::vector<Index> every_other(Index first, Index all, Index most) {
  std::vector<Index> rows;
  for (Index i = first; i < all && static_cast<Index>(rows.size()) < most; i += 2) rows.push_back(i);
  return rows;
}

Unlinked unlinked_of(const Collected& release, const Collected& originals, const attacks::Knowledge& known) {
  Unlinked out{.release = release.evidence,
               .release_units = units_of(release.evidence.moments),
               .originals = originals.rows,
               .original_units = units_of(originals.evidence.moments),
               .original_covariance = {},
               .known = known};
  const Vector inverse = out.original_units.sd.cwiseInverse();
  out.original_covariance = inverse.asDiagonal() * originals.evidence.moments.covariance() * inverse.asDiagonal();
  return out;
}

/// Rows of a release that look for their owners.
struct Lost {
  const Matrix& released;  ///< as they stand in the file
  Matrix rows;             ///< the same in standard units
  const Unlinked& sides;
  const std::vector<std::int64_t>& numbers;  ///< of the originals in `sides`
  const Originals& all;
  random::Rng rng;

  /// Owners of the rows, and below them of originals that play released rows of other people: each looks among the others.
  Owners owners(const linalg::Affine& channel) const {
    const Index decoys = std::min(kDecoys, sides.originals.rows()), count = rows.rows();
    Sought sought{.rows = Matrix(count + decoys, rows.cols()),
                  .but = std::vector<std::int64_t>(static_cast<std::size_t>(count), -1)};
    sought.rows.topRows(count) = rows;
    for (Index i = 0; i < decoys; ++i) {
      const Index row = i * sides.originals.rows() / decoys;
      const Vector original = sides.original_units.of(sides.originals.middleRows(row, 1)).transpose();
      sought.rows.row(count + i) = (channel.map * original + channel.shift).transpose();
      sought.but.push_back(numbers[static_cast<std::size_t>(row)]);
    }
    return find_owners(sought, channel, all, rng);
  }

  /// Rows beside the originals that they were given to.
  Restored beside(const Owners& given, PutBack how) const {
    how.placed = rows.rows();
    how.certainty = given.certainty().head(rows.rows()).mean();
    Restored out{how, Matrix(rows.rows(), sides.originals.cols() + released.cols())};
    out.both << given.rows.topRows(rows.rows()), released;
    return out;
  }
};

/// Where the values themselves tell.
std::optional<Restored> by_values(const Lost& lost, PutBack how, const random::Rng& rng) {
  const Index count = lost.rows.rows();
  const Matrix fitted = lost.rows(every_other(0, count, kFitted), Eigen::all);
  std::optional<Restored> out;
  for_channels(lost.sides, fitted, lost.all, rng, [&](const linalg::Affine& channel) {
    const Owners owners = lost.owners(channel);
    const ToldApart told = told_apart(owners, every_other(1, count, count), count);
    if (!told.no_chance() || owners.crowded(count, how.originals)) return false;
    how.told = told.share;
    // What half of the rows taught is held to be true: now all of them may teach.
    const linalg::Affine settled = improve_channel(channel, lost.rows, lost.all, kToSettle, rng.fork("all rows"));
    out = lost.beside(lost.owners(settled), how);
    return true;
  });
  return out;
}

}  // namespace

Restored restore_rows(const Sides& sides, const std::vector<Given::Reading>& readings, const table::Work& work,
                      const random::Rng& rng) {
  const attacks::CardKnowledge& card = readings.front().card;
  table::Work how = work;
  how.stage = "finding out whose rows are whose";
  const Collected release = collect(sides.release, sides.of_release, card.to_original, kPutBack, how, rng.fork("release"));
  const Collected originals = collect(sides.originals, sides.of_originals, {}, kCompared, how, rng.fork("originals"));
  PutBack found{.originals = originals.evidence.records, .released = release.evidence.records};
  if (release.rows.rows() < 2 || originals.rows.rows() < 2) return {found, {}};

  const Unlinked unlinked = unlinked_of(release, originals, card.knowledge);
  const Originals all{sides.originals, sides.of_originals, how, unlinked.original_units};
  Matrix read = release.rows;
  if (card.to_original) card.to_original(read);
  const Lost lost{release.rows, unlinked.release_units.of(read), unlinked, originals.records, all, rng.fork("owners")};
  if (std::optional<Restored> told = by_values(lost, found, rng.fork("channel"))) return std::move(*told);
  if (const std::optional<linalg::Affine> claimed = claimed_channel(unlinked)) {
    found.by_claim = true;
    return lost.beside(lost.owners(*claimed), found);
  }
  return {found, {}};
}

}  // namespace guise::audit
