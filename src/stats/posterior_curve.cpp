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
constexpr int kMostHalvings = 12;
constexpr double kMargin = 8;     // in sd beyond the support: y farther out are rare, and computed one by one
constexpr double kNever = 1e-25;  // so are y of less chance than this, more than ten sd from any x

template <std::size_t N>
using Numbers = std::array<double, N>;

/// Chebyshev points of (0, 1): none at an end, where the neighbouring piece may follow another formula.
template <std::size_t N>
const Numbers<N>& points() {
  static const Numbers<N> all = [] {
    Numbers<N> out;
    for (std::size_t k = 0; k < N; ++k)
      out[k] = 0.5 - 0.5 * std::cos((static_cast<double>(k) + 0.5) * std::numbers::pi / static_cast<double>(N));
    return out;
  }();
  return all;
}

/// Newton's divided differences of values at the points, in place.
template <std::size_t N>
Numbers<N> differences(Numbers<N> value) {
  const Numbers<N>& at = points<N>();
  for (std::size_t order = 1; order < N; ++order)
    for (std::size_t i = N - 1; i >= order; --i) value[i] = (value[i] - value[i - 1]) / (at[i] - at[i - order]);
  return value;
}

template <std::size_t N>
double polynomial(const Numbers<N>& difference, double t) {
  const Numbers<N>& at = points<N>();
  double value = difference[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) value = value * (t - at[i]) + difference[i];
  return value;
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
  const double length = end - start, middle = start + length / 2;
  Piece piece{start, length, false, {}, {}};
  double chance = 0, most = 0;
  for (std::size_t k = 0; k < kOrder; ++k) {
    const Posterior exact = posterior(density_, law_, sd_, start + length * points<kOrder>()[k], &chance);
    piece.mean[k] = exact.mean;
    piece.sd[k] = exact.sd;
    most = std::max(most, chance);
  }
  piece.mean = differences(piece.mean);
  piece.sd = differences(piece.sd);
  bool good = most > kNever;
  for (const double t : {0.001, 0.07, 0.5, 0.93, 0.999}) {
    if (!good) break;
    const Posterior exact = posterior(density_, law_, sd_, start + length * t);
    good = std::abs(polynomial(piece.mean, t) - exact.mean) < kTolerance * sd_ &&
           std::abs(polynomial(piece.sd, t) - exact.sd) < kTolerance * sd_;
  }
  if (!good && most > kNever && depth < kMostHalvings && middle > start && middle < end) {
    tabulate(start, middle, depth + 1);
    tabulate(middle, end, depth + 1);
    return;
  }
  piece.direct = !good;
  pieces_.push_back(piece);
}

Posterior PosteriorCurve::operator()(double y) const {
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), y);
  if (next == starts_.begin() || !(y < pieces_.back().start + pieces_.back().length)) return posterior(density_, law_, sd_, y);
  const Piece& piece = pieces_[static_cast<std::size_t>(next - starts_.begin()) - 1];
  if (piece.direct) return posterior(density_, law_, sd_, y);
  const double t = (y - piece.start) / piece.length;
  return {polynomial(piece.mean, t), std::max(0.0, polynomial(piece.sd, t))};
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
