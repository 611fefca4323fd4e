// SPDX-License-Identifier: Apache-2.0
#include "stats/posterior_curve.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace guise::stats {
namespace {

constexpr double kTolerance = 1e-9;  // of the noise's sd, at the points that are checked
constexpr int kMostHalvings = 16;
constexpr double kMargin = 8;        // in sd beyond the support: y farther out are rare, and computed one by one

using Four = std::array<double, 4>;

double cubic(const double* c, double t) { return c[0] + t * (c[1] + t * (c[2] + t * c[3])); }

/// Chebyshev points of (0, 1): none at an end, where the neighbouring piece may follow another formula.
constexpr Four kPoints = {0.03806023374435663, 0.3086582838174551, 0.6913417161825449, 0.9619397662556434};

/// Coefficients of the cubic through values at kPoints (Newton's divided differences, expanded).
Four through(const Four& value) {
  Four d = value;
  for (std::size_t order = 1; order < 4; ++order)
    for (std::size_t i = 3; i >= order; --i) d[i] = (d[i] - d[i - 1]) / (kPoints[i] - kPoints[i - order]);
  Four c = {d[3], 0, 0, 0};
  for (std::size_t i = 3; i-- > 0;) {  // c = c (t - point_i) + d_i
    for (std::size_t k = 3; k > 0; --k) c[k] = c[k - 1] - kPoints[i] * c[k];
    c[0] = d[i] - kPoints[i] * c[0];
  }
  return c;
}

/// Where the curve may have a corner: at cell edges, or where an end of the uniform noise meets them.
std::vector<double> corners(const Density& density, random::Law law, double sd) {
  const double reach = law == random::Law::uniform ? std::numbers::sqrt3 * sd : 0;
  std::vector<double> out;
  for (Index g = 0; g <= density.probability.size(); ++g) {
    const double edge = density.low + static_cast<double>(g) * density.width;
    out.push_back(edge - reach);
    out.push_back(edge + reach);
  }
  for (const double step : {0.0, 1.0, 2.0, 4.0, kMargin}) {
    out.push_back(density.low - step * sd);
    out.push_back(density.low + static_cast<double>(density.probability.size()) * density.width + step * sd);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace

PosteriorCurve::PosteriorCurve(const Density& density, random::Law law, double sd) : density_(density), law_(law), sd_(sd) {
  const std::vector<double> ends = corners(density, law, sd);
  for (std::size_t i = 1; i < ends.size(); ++i) tabulate(ends[i - 1], ends[i], 0);
  for (const Piece& piece : pieces_) starts_.push_back(piece.start);
}

void PosteriorCurve::tabulate(double start, double end, int depth) {
  const double length = end - start;
  Four mean, spread;
  for (std::size_t k = 0; k < 4; ++k) {
    const Posterior exact = posterior(density_, law_, sd_, start + length * kPoints[k]);
    mean[k] = exact.mean;
    spread[k] = exact.sd;
  }
  const Four m = through(mean), s = through(spread);
  bool good = true;
  for (const double t : {0.005, 0.16, 0.5, 0.84, 0.995}) {
    if (!good || depth == kMostHalvings) break;
    const Posterior exact = posterior(density_, law_, sd_, start + length * t);
    good = std::abs(cubic(m.data(), t) - exact.mean) < kTolerance * sd_ && std::abs(cubic(s.data(), t) - exact.sd) < kTolerance * sd_;
  }
  const double middle = start + length / 2;
  if (!good && middle > start && middle < end) {
    tabulate(start, middle, depth + 1);
    tabulate(middle, end, depth + 1);
    return;
  }
  pieces_.push_back({start, length, {m[0], m[1], m[2], m[3]}, {s[0], s[1], s[2], s[3]}});
}

Posterior PosteriorCurve::operator()(double y) const {
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), y);
  if (next == starts_.begin() || !(y < pieces_.back().start + pieces_.back().length)) return posterior(density_, law_, sd_, y);
  const Piece& piece = pieces_[static_cast<std::size_t>(next - starts_.begin()) - 1];
  const double t = (y - piece.start) / piece.length;
  return {cubic(piece.mean, t), std::max(0.0, cubic(piece.sd, t))};
}

Vector PosteriorCurve::mean(const Eigen::Ref<const Vector>& y, Vector* posterior_sd) const {
  Vector out(y.size());
  if (posterior_sd) posterior_sd->resize(y.size());
  tbb::parallel_for(tbb::blocked_range<Index>(0, y.size(), 4096), [&](const tbb::blocked_range<Index>& range) {
    for (Index i = range.begin(); i < range.end(); ++i) {
      const Posterior found = (*this)(y[i]);
      out[i] = found.mean;
      if (posterior_sd) (*posterior_sd)[i] = found.sd;
    }
  });
  return out;
}

}  // namespace guise::stats
