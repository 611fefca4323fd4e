// SPDX-License-Identifier: Apache-2.0
#include "attacks/noisy_field.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/pairwise.h"

namespace guise::attacks {
namespace {

// Lengths this many standard deviations off are still looked at: one record in 150,000 is farther.
constexpr double kFarthest = 4.5;
// More than the logarithm of any number of rows, however many records come before.
constexpr double kLast = 1e3;

/// Variance of the noise along a difference of rows: tr(E S) / tr S with S the covariance of the release.
double noise_along(const Matrix& noise, const Matrix& centred) {
  const double all = centred.squaredNorm();
  return all > 0 ? (centred * noise).cwiseProduct(centred).sum() / all : noise.diagonal().mean();
}

}  // namespace

NoisyField::NoisyField(const Matrix& records, const Matrix& rows, const Matrix& noise, bool translated, double loose)
    : records_(records), released_(rows.transpose()), trace_(noise.trace()), squares_(noise.squaredNorm()) {
  const Matrix centred = rows.rowwise() - rows.colwise().mean(), known = records.rowwise() - records.colwise().mean();
  noise_ = {.variance = trace_ / static_cast<double>(noise.rows()) + loose, .translated = translated};
  along_ = noise_along(noise, centred) + loose;
  points_ = centred.transpose().cast<float>();
  point_squares_ = points_.colwise().squaredNorm().transpose().array();
  lengths_ = rows.rowwise().squaredNorm().cast<float>().array();
  original_ = linalg::squared_distances(known, known);
  variance_ = (8 * along_ * original_.array() + 8 * squares_).matrix();
  const Index n = rows.rows();
  between_ = (centred.bottomRows(n - 1) - centred.topRows(n - 1)).rowwise().squaredNorm();
}

PlacementCandidates NoisyField::candidates(Index record) const {
  const double length = records_.row(record).squaredNorm(), variance = 4 * along_ * length + 2 * squares_;
  PlacementCandidates out;
  std::vector<float> costs;
  for (Index row = 0; row < rows(); ++row) {
    const double off = noise_.translated ? 0 : square(static_cast<double>(lengths_(row)) - trace_ - length) / variance;
    if (off > square(kFarthest)) continue;
    out.rows.push_back(row);
    costs.push_back(static_cast<float>(off));
  }
  out.cost = Eigen::Map<const Costs>(costs.data(), static_cast<Index>(costs.size()));
  out.points = points_(Eigen::all, out.rows).transpose();
  out.squares = point_squares_(out.rows);
  out.lengths = lengths_(out.rows) - static_cast<float>(trace_);
  return out;
}

Singles NoisyField::distances(const PlacementCandidates& candidates, const std::vector<Index>& rows) const {
  Singles out = candidates.points * points_(Eigen::all, rows) * -2.0F;
  out.colwise() += candidates.squares.matrix();
  out.rowwise() += (point_squares_(rows) - static_cast<float>(2 * trace_)).matrix().transpose();
  return out;
}

float NoisyField::distance(Index row, Index other) const {
  return (points_.col(row) - points_.col(other)).squaredNorm() - static_cast<float>(2 * trace_);
}

float NoisyField::length(Index row) const {
  return lengths_(row) - static_cast<float>(trace_);
}

PlacementLaw NoisyField::law(const std::vector<Index>& order) const {
  return {records_(order, Eigen::all), along_, squares_, noise_.translated};
}

void NoisyField::add_distance(Index record, const PlacementCandidates& candidates, Index other, Index placed,
                              Costs& costs) const {
  const double middle = original_(record, other) + 2 * trace_, factor = 1 / std::sqrt(variance_(record, other));
  Costs off = candidates.squares + static_cast<float>(static_cast<double>(point_squares_(placed)) - middle);
  for (Index j = 0; j < points_.rows(); ++j) off -= candidates.points.col(j).array() * (2 * points_(j, placed));
  costs += (off * static_cast<float>(factor)).square();
}

/// Share of pairs of rows at about the distance of two records.
double NoisyField::share_alike(Index a, Index b) const {
  const double width = 2 * std::sqrt(variance_(a, b)), middle = original_(a, b) + 2 * trace_;
  const Index near = ((between_.array() - middle).abs() <= width).count();
  return (static_cast<double>(near) + 1) / (static_cast<double>(between_.size()) + 1);
}

/// One of the two records whose distance is rarest.
Index NoisyField::farthest() const {
  Index best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (Index a = 0; a < records_.rows(); ++a)
    for (Index b = 0; b < a; ++b)
      if (const double share = share_alike(a, b); share < least) least = share, best = a;
  return best;
}

std::vector<Index> NoisyField::order(Index most, const std::vector<Index>& last) const {
  const Index count = records_.rows();
  Vector survivors(count);  // logarithm of how many rows fit each record, given those placed before
  for (Index k = 0; k < count; ++k)
    survivors(k) = std::log(static_cast<double>(std::max<std::size_t>(candidates(k).rows.size(), 1)));
  for (const Index k : last) survivors(k) += kLast;
  if (noise_.translated && last.empty()) survivors(farthest()) = -std::numeric_limits<double>::infinity();
  std::vector<Index> order;
  while (static_cast<Index>(order.size()) < std::min(most, count)) {
    Index next = 0;
    survivors.minCoeff(&next);
    order.push_back(next);
    survivors(next) = std::numeric_limits<double>::infinity();
    for (Index k = 0; k < count; ++k)
      if (std::isfinite(survivors(k))) survivors(k) += std::log(share_alike(k, next));
  }
  return order;
}

}  // namespace guise::attacks
