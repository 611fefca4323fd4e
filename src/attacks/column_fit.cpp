// SPDX-License-Identifier: Apache-2.0
#include "attacks/column_fit.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "attacks/alignment.h"
#include "linalg/assignment.h"

namespace guise::attacks {
namespace {

// With fewer pairs none can be told to lie off the others.
constexpr Index kRobustFrom = 8;
// Robust standard deviations off the line from which a pair is left aside: one in 16,000 of Gaussian noise.
constexpr double kFarOff = 4;
// Pairs of pairs whose slopes are compared, and pairs that columns are told apart by: more add time, not knowledge.
constexpr Index kMostSlopes = 100, kMostCompared = 200;
// Numbers agree to this share of the largest: what is below is rounding.
constexpr double kRounding = 64 * std::numeric_limits<double>::epsilon();
// Twice the log-likelihood by which an order of columns must be better than another: three standard errors.
constexpr double kClear = 9;
constexpr Index kMostLeftOut = 10;

double rounding_of(const Vector& values) {
  return kRounding * values.cwiseAbs().maxCoeff();
}

/// The value below which half of the weight lies; least absolute deviations are sums of |x| |y/x - a|.
double weighted_median(std::vector<std::pair<double, double>> weighted) {
  if (weighted.empty()) return 0;
  std::sort(weighted.begin(), weighted.end());
  double total = 0, below = 0;
  for (const auto& each : weighted) total += each.second;
  for (const auto& [value, weight] : weighted)
    if ((below += weight) >= total / 2) return value;
  return weighted.back().first;
}

double median(const Vector& values) {
  std::vector<std::pair<double, double>> weighted;
  for (const double value : values) weighted.emplace_back(value, 1);
  return weighted_median(std::move(weighted));
}

ColumnLine least_squares(const Vector& x, const Vector& y, const ColumnModel& model) {
  ColumnLine line;
  if (model.constant) line.from = x.mean(), line.to = y.mean();
  if (!model.factor) return line;
  const Vector along = x.array() - line.from;
  const double length = along.squaredNorm();
  line.shown = along.cwiseAbs().maxCoeff() > rounding_of(x);
  line.factor = line.shown ? along.dot(Vector(y.array() - line.to)) / length : 0;
  line.error = line.shown ? 1 / length : 0;
  return line;
}

/// A line that half of the pairs may be off: Theil (1950) and Sen (1968), steps in x as weights.
ColumnLine median_line(const Vector& x, const Vector& y, const ColumnModel& model) {
  ColumnLine line;
  std::vector<std::pair<double, double>> slopes;
  const std::vector<Index> rows = evenly_spread(x.size(), model.constant ? kMostSlopes : x.size());
  for (std::size_t i = 0; model.factor && i < rows.size(); ++i) {
    for (std::size_t j = 0; model.constant && j < i; ++j)
      if (const double step = x[rows[i]] - x[rows[j]]; step != 0)
        slopes.emplace_back((y[rows[i]] - y[rows[j]]) / step, std::fabs(step));
    if (!model.constant && x[rows[i]] != 0) slopes.emplace_back(y[rows[i]] / x[rows[i]], std::fabs(x[rows[i]]));
  }
  if (model.factor) line.factor = weighted_median(std::move(slopes));
  if (model.constant) {
    line.from = median(x);
    line.to = median(y - line.factor * Vector(x.array() - line.from));
  }
  return line;
}

Vector residuals(const ColumnLine& line, const Vector& x, const Vector& y) {
  return y.array() - line.to - line.factor * (x.array() - line.from);
}

/// What each column (row) leaves of itself as each attribute: the logarithm of the squared residuals' share, noise included.
Matrix misfits(const Matrix& x, const Matrix& y, const ColumnModel& model, const Vector& noise) {
  const Index m = x.cols();
  Matrix out = Matrix::Zero(m, m);
  tbb::parallel_for(Index{0}, m, [&](Index j) {
    const Vector released = y.col(j);
    const double p = static_cast<double>(y.rows()), floor = p * (noise[j] + square(rounding_of(released)));
    const double own = released.squaredNorm() + floor;
    for (Index i = 0; i < m && own > 0; ++i) {
      const double left = residuals(least_squares(x.col(i), released, model), x.col(i), released).squaredNorm();
      out(j, i) = std::log((left + floor) / own);
    }
  });
  return out;
}

/// Columns that could as well change places with another. `freedom`: pairs beyond those that any line fits.
std::vector<bool> doubtful_columns(const Matrix& cost, const std::vector<Index>& attribute, Index freedom) {
  const auto m = attribute.size();
  std::vector<bool> doubtful(m, false);
  const auto at = [&](std::size_t j, std::size_t i) { return cost(static_cast<Index>(j), attribute[i]); };
  for (std::size_t a = 0; a < m; ++a)
    for (std::size_t b = 0; b < a; ++b)
      if (static_cast<double>(freedom) * (at(a, b) + at(b, a) - at(a, a) - at(b, b)) < kClear) doubtful[a] = doubtful[b] = true;
  return doubtful;
}

}  // namespace

ColumnLine fit_line(const Vector& x, const Vector& y, const ColumnModel& model) {
  if (x.size() < kRobustFrom) return least_squares(x, y, model);
  const Vector off = residuals(median_line(x, y, model), x, y).cwiseAbs();
  // The median of |z| is .6745 for a standard normal z.
  const double most = kFarOff * median(off) / 0.6745 + rounding_of(y);
  std::vector<Index> kept;
  for (Index i = 0; i < x.size(); ++i)
    if (off[i] <= most) kept.push_back(i);
  const ColumnLine line = least_squares(x(kept), y(kept), model);
  return line.shown ? line : least_squares(x, y, model);
}

ColumnFit fit_columns(const Pairs& pairs, const ColumnModel& model, const Vector& noise) {
  const Index m = pairs.originals.cols();
  ColumnFit out{.attribute = std::vector<Index>(static_cast<std::size_t>(m)), .lines = {}};
  std::iota(out.attribute.begin(), out.attribute.end(), Index{0});
  std::vector<bool> doubtful(static_cast<std::size_t>(m), false);
  if (!model.ordered) {
    const std::vector<Index> rows = evenly_spread(pairs.originals.rows(), kMostCompared);
    const Matrix cost = misfits(pairs.originals(rows, Eigen::all), pairs.released(rows, Eigen::all), model, noise);
    out.attribute = linalg::least_cost_assignment(cost);
    doubtful = doubtful_columns(cost, out.attribute, static_cast<Index>(rows.size()) - model.unknown());
  }
  for (std::size_t j = 0; j < out.attribute.size(); ++j) {
    out.lines.push_back(fit_line(pairs.originals.col(out.attribute[j]), pairs.released.col(static_cast<Index>(j)), model));
    if (!doubtful[j]) continue;
    out.lines.back().shown = false;
    ++out.doubtful;
  }
  return out;
}

double left_out_error(const Pairs& pairs, const ColumnModel& model, const Vector& noise) {
  const Index p = pairs.originals.rows();
  Vector errors = Vector::Zero(pairs.released.cols()), baseline = errors;
  for (const Index out : evenly_spread(p, kMostLeftOut)) {
    std::vector<Index> others;
    for (Index i = 0; i < p; ++i)
      if (i != out) others.push_back(i);
    const Pairs rest{pairs.originals(others, Eigen::all), pairs.released(others, Eigen::all)};
    const ColumnFit fit = fit_columns(rest, model, noise);
    const Vector mean = rest.released.colwise().mean();
    for (Index j = 0; j < errors.size(); ++j) {
      const ColumnLine& line = fit.lines[static_cast<std::size_t>(j)];
      const double x = pairs.originals(out, fit.attribute[static_cast<std::size_t>(j)]), y = pairs.released(out, j);
      errors[j] += square(y - line.to - line.factor * (x - line.from));
      baseline[j] += square(y - mean[j]);
    }
  }
  double sum = 0;
  Index varying = 0;
  for (Index j = 0; j < errors.size(); ++j)
    if (baseline[j] > 0) sum += errors[j] / baseline[j], ++varying;
  return varying > 0 ? sum / static_cast<double>(varying) : std::numeric_limits<double>::infinity();
}

}  // namespace guise::attacks
