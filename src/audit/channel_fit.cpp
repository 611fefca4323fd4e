// SPDX-License-Identifier: Apache-2.0
#include "audit/channel_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "linalg/solve.h"
#include "linalg/spectrum.h"
#include "stats/moments.h"

namespace guise::audit {
namespace {

// Added to the variance 1 of each original column: what determines no direction of the map leaves it at 0.
constexpr double kRidge = 1e-9;

// Log likelihood that a dozen more unknowns must be worth.
constexpr double kClearGain = 30;

/// Columns that are sums of others, in both tables, leave directions without noise.
Index columns_with_noise(const Matrix& covariance) {
  return (linalg::symmetric_spectrum(covariance).values.array() > 10 * kLeastNoise).count();
}

std::vector<Index> nearer_half(const Vector& distance) {
  std::vector<Index> rows(static_cast<std::size_t>(distance.size()));
  std::iota(rows.begin(), rows.end(), Index{0});
  std::stable_sort(rows.begin(), rows.end(), [&](Index a, Index b) { return distance(a) < distance(b); });
  rows.resize((rows.size() + 1) / 2);
  return rows;
}

}  // namespace

linalg::Affine fit_channel(const MatrixRef& originals, const MatrixRef& released) {
  Matrix joint(originals.rows(), originals.cols() + released.cols());
  joint << originals, released;
  const stats::Moments moments = stats::moments_of(joint);
  const Index m = originals.cols(), k = released.cols();
  const Matrix covariance = moments.covariance();
  Matrix inner = covariance.topLeftCorner(m, m);
  inner.diagonal().array() += kRidge;
  linalg::Affine out;
  out.map = linalg::solve_symmetric(inner, covariance.topRightCorner(m, k)).transpose();
  out.shift = moments.mean().tail(k) - out.map * moments.mean().head(m);
  // Least squares take out as many degrees of freedom as there are columns.
  const double rows = static_cast<double>(originals.rows());
  const double freedom = std::max((rows - 1) / std::max(rows - 1 - static_cast<double>(m), 1.0), 1.0);
  out.covariance = freedom * (covariance.bottomRightCorner(k, k) - out.map * covariance.topRightCorner(m, k));
  return out;
}

linalg::Affine improve_channel(linalg::Affine channel, const Matrix& released, const Originals& originals, Turns turns,
                               const random::Rng& rng) {
  const Sought sought{.rows = released};
  std::vector<std::int64_t> before;
  for (int turn = 0; turn < turns.nearest; ++turn) {
    Owners owners = find_owners(sought, channel, originals, {});
    if (owners.records == before) break;
    const std::vector<Index> half = nearer_half(owners.nearest);
    channel = fit_channel(originals.seen(owners.rows(half, Eigen::all)), released(half, Eigen::all));
    before = std::move(owners.records);
  }
  for (int turn = 0; turn < turns.drawn; ++turn) {
    const Owners owners = find_owners(sought, channel, originals, rng.fork(fmt::format("turn {}", turn)));
    channel = fit_channel(originals.seen(owners.rows), released);
  }
  return channel;
}

linalg::Affine improve_noise(linalg::Affine channel, const Matrix& released, const Originals& originals, int turns,
                             const random::Rng& rng) {
  for (int turn = 0; turn < turns; ++turn) {
    const Owners owners = find_owners({.rows = released}, channel, originals, rng.fork(fmt::format("turn {}", turn)));
    const Matrix left =
        (released - originals.seen(owners.rows) * channel.map.transpose()).rowwise() - channel.shift.transpose();
    channel.covariance = Matrix(left.array().square().colwise().mean().matrix().asDiagonal());
  }
  return channel;
}

ScaledNoise fit_scales(const linalg::Affine& channel, const Matrix& released, const Originals& originals, int turns,
                       const random::Rng& rng) {
  const auto density = [&](const ScaledNoise& noise) {
    return log_density(noise.channel, find_owners({.rows = released, .scales = noise.scales}, noise.channel, originals, {}));
  };
  ScaledNoise found{channel, NoiseScales::open(columns_with_noise(channel.covariance))};
  for (int turn = 0; turn < turns; ++turn) {
    const Owners owners = find_owners({.rows = released, .scales = found.scales}, found.channel, originals,
                                      rng.fork(fmt::format("turn {}", turn)));
    const Matrix left =
        (released - originals.seen(owners.rows) * channel.map.transpose()).rowwise() - channel.shift.transpose();
    const Vector squared = (left * whitening_of(found.channel.covariance)).rowwise().squaredNorm();
    found.scales.improve(squared);
    const Vector weight = squared.unaryExpr([&](double each) { return found.scales.weight(each); });
    found.channel.covariance = left.transpose() * weight.asDiagonal() * left / static_cast<double>(left.rows());
  }
  const double gain = static_cast<double>(released.rows()) * (density(found) - density({channel}));
  return gain > kClearGain ? found : ScaledNoise{channel};
}

double log_density(const linalg::Affine& channel, const Owners& owners) {
  const Vector variances = linalg::symmetric_spectrum(channel.covariance).values.cwiseMax(kLeastNoise);
  return owners.log_weight.mean() - variances.array().log().sum() / 2;
}

}  // namespace guise::audit
