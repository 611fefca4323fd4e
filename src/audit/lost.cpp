// SPDX-License-Identifier: Apache-2.0
#include "audit/lost.h"

#include <fmt/format.h>

#include <algorithm>

#include "audit/channel_search.h"
#include "linalg/spectrum.h"
#include "random/matrices.h"
#include "release/noise_shape.h"

namespace guise::audit {
namespace {

// Rows that the channel is fitted to; some of those that are matched. The others say whether it holds.
constexpr Index kFitted = 1000;
// Originals that stand for released rows of other people: two digits of a share.
constexpr Index kExactDecoys = 1000, kNoisyDecoys = 500;  // without noise, and with each of the others
constexpr int kScaleTurns = 8;
constexpr Turns kToSettle = {.nearest = 0, .drawn = 3};

std::vector<Index> every_other(Index first, Index all, Index most) {
  std::vector<Index> rows;
  for (Index i = first; i < all && static_cast<Index>(rows.size()) < most; i += 2) rows.push_back(i);
  return rows;
}

}  // namespace

Lost::Found Lost::beside_decoys(const linalg::Affine& channel) const {
  const Index count = rows.rows();
  const linalg::Spectrum noise = linalg::symmetric_spectrum(channel.covariance);
  const Matrix root = noise.vectors * noise.values.cwiseMax(0).cwiseSqrt().asDiagonal();
  Found out{.owners = {}, .decoys = {count}};
  Sought sought{.rows = rows, .but = std::vector<std::int64_t>(static_cast<std::size_t>(count), -1)};
  for (std::size_t l = 0; l < kDecoyNoise.size(); ++l) {
    const Index decoys = std::min(kDecoyNoise[l] > 0 ? kNoisyDecoys : kExactDecoys, sides.originals.rows());
    std::vector<Index> drawn(static_cast<std::size_t>(decoys));
    for (Index i = 0; i < decoys; ++i) drawn[static_cast<std::size_t>(i)] = i * sides.originals.rows() / decoys;
    Matrix noisy = sides.original_units.of(sides.originals(drawn, Eigen::all)) * channel.map.transpose();
    noisy.rowwise() += channel.shift.transpose();
    noisy +=
        kDecoyNoise[l] * random::gaussian_matrix(decoys, rows.cols(), rng.fork(fmt::format("decoys {}", l))) * root.transpose();
    sought.rows.conservativeResize(sought.rows.rows() + decoys, Eigen::NoChange);
    sought.rows.bottomRows(decoys) = noisy;
    for (const Index row : drawn) sought.but.push_back(numbers[static_cast<std::size_t>(row)]);
    out.decoys[l + 1] = out.decoys[l] + decoys;
  }
  out.owners = find_owners(sought, channel, all, rng.fork("owners"));
  return out;
}

GivenBack Lost::given(const ScaledNoise& noise, double told) const {
  const Owners found = find_owners({.rows = rows, .scales = noise.scales}, noise.channel, all, rng.fork("owners"));
  return {.originals = found.rows, .certainty = found.certainty(), .told = told};
}

std::optional<GivenBack> Lost::by_values() const {
  const Index count = rows.rows();
  const Matrix fitted = rows(every_other(0, count, kFitted), Eigen::all);
  std::optional<GivenBack> out;
  for_channels(sides, fitted, all, rng.fork("channel"), [&](const linalg::Affine& channel) {
    const Found found = beside_decoys(channel);
    const ToldApart told = told_apart(found.owners, every_other(1, count, count), found.decoys);
    if (!told.no_chance() || found.owners.crowded(count, sides.records)) return false;
    // The channel that half of the rows gave holds for the others: now all of them improve it.
    const linalg::Affine better = improve_channel(channel, rows, all, kToSettle, rng.fork("all rows"));
    out = given(fit_scales(better, rows, all, kScaleTurns, rng.fork("scales")), told.share);
    return true;
  });
  return out;
}

std::optional<GivenBack> Lost::by_claim() const {
  const attacks::Knowledge& known = sides.known;
  const Index m = sides.originals.cols();
  if (known.mixed || known.distorted || !known.noise_covariance || sides.release.moments.attributes() != m) return {};
  return given({noise_channel(sides, release::noise_covariance(known, sides.release.moments.covariance()),
                              known.noise_mean ? *known.noise_mean : Vector(Vector::Zero(m)))},
               0);
}

}  // namespace guise::audit
