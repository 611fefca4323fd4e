// SPDX-License-Identifier: Apache-2.0
#include "attacks/principal_axes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/component_match.h"
#include "attacks/population.h"
#include "linalg/blas.h"
#include "linalg/spectrum.h"
#include "stats/energy.h"
#include "stats/fast_ica.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr double kTurned = 0.3;  // radian of sampling error from which two axes count as tied
constexpr Index kComparedRecords = 500, kLevels = 99;
// Fewer records for each axis show components that are none (Särelä and Vigário 2003), and looking for them in hundreds of axes
// takes minutes.
constexpr Index kRecordsPerAxis = 4;

/// Variance of the angle between axes i and j: infinite when they are equally long, 0 when one has no length.
double angular_variance(const Axes& axes, Index i, Index j) {
  const double a = std::max(axes.variance[i], 0.0), b = std::max(axes.variance[j], 0.0);
  return a * b > 0 ? a * b / square(a - b) / axes.count : 0;
}

/// Runs of consecutive axes, each tied to the next: [first, end).
std::vector<std::pair<Index, Index>> tied_runs(const Axes& sample, const Axes& release) {
  std::vector<std::pair<Index, Index>> runs;
  const Index m = sample.variance.size();
  for (Index first = 0, end = 1; first < m; first = end++) {
    while (end < m && angular_variance(sample, end - 1, end) + angular_variance(release, end - 1, end) > square(kTurned)) ++end;
    if (end - first > 1) runs.emplace_back(first, end);
  }
  return runs;
}

/// Directions of the independent components of scores, one in each row; empty when they did not settle.
Matrix components(const Matrix& scores, const random::Rng& rng) {
  const stats::Ica ica = stats::fast_ica(scores, {.starts = 3, .tolerance = 1e-8}, rng);
  if (!ica.converged || ica.unmixing.rows() < scores.cols()) return {};
  return linalg::inverse_square_root(ica.unmixing * ica.unmixing.transpose()) * ica.unmixing;  // nearly so already
}

/// Signs of each column by its own distribution.
Matrix with_likely_signs(const Matrix& target, Matrix found) {
  const Matrix wanted = stats::standard_quantiles(target, kLevels), seen = stats::standard_quantiles(found, kLevels);
  for (Index j = 0; j < found.cols(); ++j)
    if (stats::quantile_distance(stats::mirrored(seen.col(j)), wanted.col(j)) <
        stats::quantile_distance(seen.col(j), wanted.col(j)))
      found.col(j) = -found.col(j);
  return found;
}

double distance(const Matrix& target, const Matrix& found) {
  return stats::energy_distance(spread_rows(target, kComparedRecords),
                                spread_rows(with_likely_signs(target, found), kComparedRecords));
}

/// Turns axes [first, end) of both; false when that brings nothing.
bool turn(Axes& sample, Axes& release, Index first, Index end, const random::Rng& rng) {
  const Index size = end - first;
  if (std::min(sample.records.rows(), release.records.rows()) < kRecordsPerAxis * size) return false;
  const Matrix wanted = sample.scores().middleCols(first, size), seen = release.scores().middleCols(first, size);
  const Matrix to_wanted = components(wanted, rng.fork("sample")), to_seen = components(seen, rng.fork("release"));
  if (to_wanted.size() == 0 || to_seen.size() == 0) return false;
  const Matrix target = wanted * to_wanted.transpose(), found = seen * to_seen.transpose();
  if (normal_columns(found) >= 2) return false;  // they cannot be told apart
  const ComponentMatch match =
      match_distributions(stats::standard_quantiles(found, kLevels), stats::standard_quantiles(target, kLevels),
                          sampling_error(found.rows(), target.rows()));
  const Matrix selection = match.selection(size);
  if (distance(target, found * selection.transpose()) >= distance(wanted, seen)) return false;
  sample.vectors.middleCols(first, size) *= to_wanted.transpose();
  release.vectors.middleCols(first, size) *= (selection * to_seen).transpose();
  return true;
}

}  // namespace

Matrix Axes::scores() const {
  Matrix along = linalg::map_records(records, {center, vectors, {}, Vector::Zero(vectors.cols())});
  if (blur.size() > 0) along += blur;
  const Vector lengths = along.colwise().norm() / std::sqrt(static_cast<double>(std::max<Index>(along.rows(), 1)));
  return along * lengths.unaryExpr([](double s) { return s > 0 ? 1 / s : 0; }).asDiagonal();
}

Vector angular_errors(const Axes& sample, const Axes& release) {
  const Index m = sample.variance.size();
  Vector errors = Vector::Zero(m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j)
      if (j != i) errors[i] += angular_variance(sample, i, j) + angular_variance(release, i, j);
  return errors.cwiseSqrt();
}

std::vector<std::string> turn_tied_axes(Axes& sample, Axes& release, const random::Rng& rng) {
  std::vector<std::string> notes;
  const Index doubtful = (angular_errors(sample, release).array() > kTurned).count();
  if (doubtful > 0)
    notes.push_back(
        fmt::format("{} of {} principal axes are so nearly as long as others that sampling turns them by more than {} radian",
                    doubtful, sample.variance.size(), kTurned));
  Index turned = 0;
  for (const auto& [first, end] : tied_runs(sample, release))
    if (turn(sample, release, first, end, rng.fork(fmt::format("axes {}", first)))) turned += end - first;
  if (turned > 0) notes.push_back(fmt::format("turned {} of them to the independent components they hold", turned));
  return notes;
}

}  // namespace guise::attacks
