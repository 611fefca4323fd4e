// SPDX-License-Identifier: Apache-2.0
#include "attacks/score_channel.h"

#include <algorithm>
#include <cmath>

#include "attacks/alignment.h"
#include "attacks/component_match.h"
#include "attacks/linear.h"
#include "linalg/solve.h"

namespace guise::attacks {
namespace {

constexpr double kLeast = 0.05;       // reliability: nothing is divided by 0
constexpr int kRounds = 200;          // of the fit of reliabilities
constexpr double kSame = 1;           // distance of two distributions, in sampling errors, up to which they are one
constexpr Index kEnoughToTell = 100;  // originals from which that is asked

/// Correlations in the attributes' order and directions.
Matrix seen_correlations(const RankProfile& release, const MonotoneOrder& order) {
  Matrix r = release.correlation(order.column, order.column).array().tanh();
  const Vector sign = Eigen::Map<const Vector>(order.sign.data(), static_cast<Index>(order.sign.size()));
  r = sign.asDiagonal() * r * sign.asDiagonal();
  r.diagonal().setOnes();
  return r;
}

/// Alternating least squares, each step half way in the logarithm; drawn to 1 by the sampling error.
Vector fitted_reliability(const Matrix& seen, const Matrix& told, double error) {
  Vector d = Vector::Ones(seen.cols());
  for (int round = 0; round < kRounds; ++round) {
    Vector next = d;
    for (Index i = 0; i < d.size(); ++i) {
      double up = error, down = error;
      for (Index j = 0; j < d.size(); ++j) {
        if (j == i) continue;
        up += seen(i, j) * d[j] * told(i, j);
        down += square(d[j] * told(i, j));
      }
      next[i] = std::clamp(std::sqrt(d[i] * std::max(up / down, kLeast * kLeast)), kLeast, 1.0);
    }
    d = next;
  }
  return d;
}

/// Correlations of normal scores, drawn towards none where originals are few. Constant attributes have none.
Matrix told_correlations(const RankProfile& told) {
  Matrix r = shrunk_covariance(told.scores);
  const Vector sd = r.diagonal().cwiseMax(0).cwiseSqrt();
  for (Index j = 0; j < r.cols(); ++j)
    for (Index i = 0; i < r.rows(); ++i) r(i, j) = sd[i] * sd[j] > 0 ? r(i, j) / (sd[i] * sd[j]) : 0;
  r.diagonal().setOnes();
  return r;
}

bool same_law(const stats::Empirical& released, const stats::Empirical& originals) {
  if (originals.count() < kEnoughToTell) return false;
  double most = 0;
  for (const double value : originals.distinct()) {
    const auto [below, up_to] = released.ranks(value);
    const auto mine = originals.ranks(value);
    most = std::max({most, std::abs(below - mine.below), std::abs(up_to - mine.up_to)});
  }
  return most < kSame * sampling_error(released.count(), originals.count());
}

}  // namespace

ScoreChannel score_channel(const Evidence& evidence, const Matrix& originals, const RankProfile& release,
                           const RankProfile& told, const MonotoneOrder& order, const std::optional<Vector>& noise) {
  const Index m = originals.cols();
  const Matrix seen = seen_correlations(release, order), r = told_correlations(told);
  ScoreChannel out{.column = order.column, .to_score = {}, .weights = {}, .to_value = {}, .reliability = {}};
  out.reliability =
      fitted_reliability(seen, r, 1 / static_cast<double>(release.records) + 1 / static_cast<double>(told.records));
  const Vector variance = evidence.moments.variance();
  for (Index i = 0; noise && i < m; ++i) {
    const Index j = order.column[static_cast<std::size_t>(i)];
    const double share = variance[j] > 0 ? 1 - (*noise)[j] / variance[j] : 1;
    out.reliability[i] = std::sqrt(std::clamp(share, kLeast * kLeast, 1.0));
  }
  const Matrix across = r * out.reliability.asDiagonal();
  Matrix within = out.reliability.asDiagonal() * across;
  within.diagonal().setConstant(1 + 1e-9);
  out.weights = linalg::solve_symmetric(within, across.transpose()).transpose();
  const Vector left = (1 - out.weights.cwiseProduct(across).rowwise().sum().array()).max(0).sqrt();
  for (Index i = 0; i < m; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const stats::Empirical seen_law{Vector(evidence.sample.col(order.column[at]))}, told_law{Vector(originals.col(i))};
    out.to_score.push_back(score_map(seen_law, order.sign[at]));
    out.to_value.push_back(unscore_map(same_law(seen_law, told_law) ? seen_law : told_law, left[i]));
  }
  return out;
}

std::function<Guess(const Observed&)> guess_through(ScoreChannel channel) {
  return [channel = std::move(channel)](const Observed& observed) {
    const auto rows = own_rows(observed.released, observed);
    Matrix scores(rows.rows(), static_cast<Index>(channel.column.size()));
    for (std::size_t j = 0; j < channel.column.size(); ++j)
      for (Index i = 0; i < rows.rows(); ++i)
        scores(i, static_cast<Index>(j)) = channel.to_score[j](rows(i, channel.column[j]));
    Guess out{.values = scores * channel.weights.transpose()};
    for (std::size_t j = 0; j < channel.column.size(); ++j)
      for (Index i = 0; i < rows.rows(); ++i)
        out.values(i, static_cast<Index>(j)) = channel.to_value[j](out.values(i, static_cast<Index>(j)));
    return out;
  };
}

}  // namespace guise::attacks
