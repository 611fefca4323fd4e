// SPDX-License-Identifier: Apache-2.0
#include "audit/lost.h"

#include <algorithm>

#include "audit/channel_fit.h"
#include "audit/channel_search.h"
#include "audit/told_apart.h"
#include "release/noise_shape.h"

namespace guise::audit {
namespace {

// Rows that the channel is fitted to; some of those that are matched. The others say whether it holds.
constexpr Index kFitted = 1000;
// Originals that stand for released rows of other people: two digits of a share.
constexpr Index kDecoys = 1000;
constexpr Turns kToSettle = {.nearest = 0, .drawn = 3};

std::vector<Index> every_other(Index first, Index all, Index most) {
  std::vector<Index> rows;
  for (Index i = first; i < all && static_cast<Index>(rows.size()) < most; i += 2) rows.push_back(i);
  return rows;
}

}  // namespace

/// Owners of the rows, and below them of originals that stand for released rows of other people: each among the others.
Owners Lost::owners(const linalg::Affine& channel) const {
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
  return find_owners(sought, channel, all, rng.fork("owners"));
}

GivenBack Lost::given(const linalg::Affine& channel, double told) const {
  const Owners found = owners(channel);
  return {.originals = found.rows.topRows(rows.rows()), .certainty = found.certainty().head(rows.rows()), .told = told};
}

std::optional<GivenBack> Lost::by_values() const {
  const Index count = rows.rows();
  const Matrix fitted = rows(every_other(0, count, kFitted), Eigen::all);
  std::optional<GivenBack> out;
  for_channels(sides, fitted, all, rng.fork("channel"), [&](const linalg::Affine& channel) {
    const Owners found = owners(channel);
    const ToldApart told = told_apart(found, every_other(1, count, count), count);
    if (!told.no_chance() || found.crowded(count, sides.records)) return false;
    // The channel that half of the rows gave holds for the others: now all of them improve it.
    out = given(improve_channel(channel, rows, all, kToSettle, rng.fork("all rows")), told.share);
    return true;
  });
  return out;
}

std::optional<GivenBack> Lost::by_claim() const {
  const attacks::Knowledge& known = sides.known;
  const Index m = sides.originals.cols();
  if (known.mixed || known.distorted || !known.noise_covariance || sides.release.moments.attributes() != m) return {};
  return given(noise_channel(sides, release::noise_covariance(known, sides.release.moments.covariance()),
                             known.noise_mean ? *known.noise_mean : Vector(Vector::Zero(m))),
               0);
}

}  // namespace guise::audit
