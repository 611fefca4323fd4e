// SPDX-License-Identifier: Apache-2.0
#include "audit/restore.h"

#include <algorithm>

#include "attacks/gatherer.h"
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

/// Released rows to put back in standard units, and below them images of originals that play other people's: each is to look
/// for its owner among the others.
Sought with_decoys(const Matrix& released, const linalg::Affine& channel, const Matrix& originals,
                   const std::vector<std::int64_t>& numbers) {
  const Index decoys = std::min(kDecoys, originals.rows()), count = released.rows();
  Sought out{.rows = Matrix(count + decoys, released.cols()),
             .but = std::vector<std::int64_t>(static_cast<std::size_t>(count), -1)};
  out.rows.topRows(count) = released;
  for (Index i = 0; i < decoys; ++i) {
    const Index row = i * originals.rows() / decoys;
    out.rows.row(count + i) = (channel.map * originals.row(row).transpose() + channel.shift).transpose();
    out.but.push_back(numbers[static_cast<std::size_t>(row)]);
  }
  return out;
}

Restored beside_each_other(PutBack how, const Matrix& originals, const Matrix& released) {
  how.placed = released.rows();
  Restored out{std::move(how), Matrix(released.rows(), originals.cols() + released.cols())};
  out.both << originals, released;
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

  Unlinked unlinked{.release = release.evidence,
                    .release_units = units_of(release.evidence.moments),
                    .originals = originals.rows,
                    .original_units = units_of(originals.evidence.moments),
                    .original_covariance = {},
                    .known = card.knowledge};
  const Vector inverse = unlinked.original_units.sd.cwiseInverse();
  unlinked.original_covariance = inverse.asDiagonal() * originals.evidence.moments.covariance() * inverse.asDiagonal();
  const Originals all{sides.originals, sides.of_originals, how, unlinked.original_units};
  Matrix read = release.rows;
  if (card.to_original) card.to_original(read);
  const Matrix rows = unlinked.release_units.of(read);
  const auto owners_of = [&](const linalg::Affine& channel) {
    return find_owners(with_decoys(rows, channel, unlinked.original_units.of(originals.rows), originals.records), channel, all,
                       rng.fork("owners"));
  };
  const auto in_their_units = [&](const Owners& owners) {
    const Matrix own = owners.rows.topRows(rows.rows()) * unlinked.original_units.sd.asDiagonal();
    return Matrix(own.rowwise() + unlinked.original_units.mean.transpose());
  };

  const Matrix fitted = rows(every_other(0, rows.rows(), kFitted), Eigen::all);
  Restored out;
  const bool told = for_channels(unlinked, fitted, all, rng.fork("channel"), [&](const linalg::Affine& channel) {
    const Owners owners = owners_of(channel);
    const ToldApart apart = told_apart(owners, every_other(1, rows.rows(), rows.rows()), rows.rows());
    if (!apart.no_chance() || owners.crowded(rows.rows(), found.originals)) return false;
    found.told = apart.share;
    found.certainty = owners.certainty().head(rows.rows()).mean();
    out = beside_each_other(found, in_their_units(owners), release.rows);
    return true;
  });
  if (told) return out;
  if (const std::optional<linalg::Affine> claimed = claimed_channel(unlinked)) {
    const Owners likely = owners_of(*claimed);
    found.by_claim = true;
    found.certainty = likely.certainty().head(rows.rows()).mean();
    return beside_each_other(found, in_their_units(likely), release.rows);
  }
  return {found, {}};
}

}  // namespace guise::audit
