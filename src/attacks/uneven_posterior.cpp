// SPDX-License-Identifier: Apache-2.0
#include "attacks/uneven_posterior.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace guise::attacks {
namespace {

// Rounds over the columns; four were as good as fifteen for proportional noise and for two levels.
constexpr int kRounds = 5;
// Share of a new Gaussian that is taken over in a round, so that rounds settle.
constexpr double kTaken = 0.8;
// Weights below this share of the largest are left out.
const double kNothing = std::log(1e-14);

double density(double z) {
  return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

/// P(a < z < b) of a standard normal number, with its digits in either tail.
double mass(double a, double b) {
  if (a > 0) return 0.5 * (std::erfc(a / std::numbers::sqrt2) - std::erfc(b / std::numbers::sqrt2));
  return 0.5 * (std::erfc(-b / std::numbers::sqrt2) - std::erfc(-a / std::numbers::sqrt2));
}

/// What a column says, as a Gaussian: its precision, and that times its mean.
struct Sites {
  Vector precision, pull;
};

/// Means and covariance of a record with these sites: C = S - S T^1/2 (I + T^1/2 S T^1/2)^-1 T^1/2 S, which needs no inverse of
/// S.
struct Joint {
  Vector mean;
  Matrix covariance;
};

Joint joint(const UnevenModel& model, const Sites& sites) {
  const Vector root = sites.precision.cwiseSqrt();
  Matrix inner = root.asDiagonal() * model.covariance * root.asDiagonal();
  inner.diagonal().array() += 1;
  Matrix half = root.asDiagonal() * model.covariance;
  Eigen::LLT<Matrix>(inner).matrixL().solveInPlace(half);
  Joint out{.mean = model.mean, .covariance = model.covariance - half.transpose() * half};
  out.mean += out.covariance * (sites.pull - sites.precision.cwiseProduct(model.mean));
  return out;
}

}  // namespace

Index VarianceTable::cell_of(double x) const {
  const double place = std::floor((x - least) / width) + 1;
  return static_cast<Index>(std::clamp(place, 0.0, static_cast<double>(cells() - 1)));
}

CellPosterior cells_of(const VarianceTable& noise, double released, double mean, double variance) {
  const Index cells = noise.cells();
  CellPosterior out{.weight = Vector::Zero(cells), .mean = Vector::Constant(cells, mean), .variance = Vector::Zero(cells)};
  Vector log_fit(cells);
  for (Index b = 0; b < cells; ++b) {
    const double total = variance + noise.variance(b);
    log_fit(b) = -square(released - mean) / (2 * total) - std::log(total) / 2;
  }
  const double most = log_fit.maxCoeff(), far = std::numeric_limits<double>::infinity();
  for (Index b = 0; b < cells; ++b) {
    if (log_fit(b) < most + kNothing) continue;
    const double gain = variance / (variance + noise.variance(b)), center = mean + gain * (released - mean),
                 sd = std::sqrt(gain * noise.variance(b));
    const double low = b == 0 ? -far : noise.least + static_cast<double>(b - 1) * noise.width,
                 high = b == cells - 1 ? far : noise.least + static_cast<double>(b) * noise.width;
    const double from = (low - center) / sd, to = (high - center) / sd, share = mass(from, to);
    if (!(share > 1e-200)) continue;
    const double at_low = density(from), at_high = density(to), moved = (at_low - at_high) / share;
    const double edges = ((b == 0 ? 0 : from * at_low) - (b == cells - 1 ? 0 : to * at_high)) / share;
    out.weight(b) = std::exp(log_fit(b) - most) * share;
    out.mean(b) = std::clamp(center + sd * moved, low, high);
    out.variance(b) = sd * sd * std::clamp(1 + edges - moved * moved, 0.0, 1.0);
  }
  const double total = out.weight.sum();
  if (total > 0) out.weight /= total;
  return out;
}

UnevenPosterior::Answer UnevenPosterior::find(const Vector& released, bool want_cells) const {
  const Index m = released.size();
  Sites sites{Vector::Zero(m), Vector::Zero(m)};
  Answer out;
  for (int round = 0;; ++round) {
    const Joint now = joint(model_, sites);
    out.mean = now.mean;
    out.variance = now.covariance.diagonal().cwiseMax(0);
    const bool last = round == kRounds;
    if (last && !want_cells) return out;
    for (Index j = 0; j < m; ++j) {
      // What the other columns say: this one's Gaussian taken off.
      const double all = model_.covariance(j, j), own = std::max(now.covariance(j, j), 1e-14 * all);
      if (!(all > 0)) continue;
      const double precision = std::max(1 / own - sites.precision(j), 1 / all),
                   center = (now.mean(j) / own - sites.pull(j)) / precision;
      const auto place = static_cast<std::size_t>(j);
      CellPosterior cells = cells_of(model_.noise[place], released(j), center, 1 / precision);
      const double mean = cells.weight.dot(cells.mean);
      const double variance = cells.weight.dot(cells.variance + (cells.mean.array() - mean).square().matrix());
      if (want_cells && last) out.cells.push_back(std::move(cells));
      if (last || !(variance > 0)) continue;
      // A number that makes its original less certain is taken to say nothing.
      const double said = std::max(1 / variance - precision, 0.0);
      sites.precision(j) += kTaken * (said - sites.precision(j));
      sites.pull(j) += kTaken * (mean * (said + precision) - center * precision - sites.pull(j));
    }
    if (last) return out;
  }
}

}  // namespace guise::attacks
