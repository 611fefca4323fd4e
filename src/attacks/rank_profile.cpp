// SPDX-License-Identifier: Apache-2.0
#include "attacks/rank_profile.h"

#include <cmath>

#include "attacks/column_order.h"
#include "stats/empirical.h"
#include "stats/quantiles.h"

namespace guise::attacks {
namespace {

constexpr Index kLevels = 200;  // at which marginals are compared

Matrix middle_ranks(const Matrix& records) {
  Matrix out(kLevels, records.cols());
  for (Index j = 0; j < records.cols(); ++j) {
    const stats::Empirical law{Vector(records.col(j))};
    for (Index l = 0; l < kLevels; ++l) {
      const double level = (static_cast<double>(l) + 0.5) / kLevels;
      const stats::Empirical::Ranks ranks = law.ranks(law.quantile(level));
      out(l, j) = ranks.up_to - ranks.below > 1.5 / static_cast<double>(law.count()) ? ranks.middle() : level;
    }
  }
  return out;
}

}  // namespace

RankProfile rank_profile(const Matrix& records) {
  RankProfile out{.scores = stats::normal_scores(records),
                  .correlation = {},
                  .third = {},
                  .middle = middle_ranks(records),
                  .shape = stats::standard_quantiles(records, kLevels),
                  .records = records.rows()};
  Matrix unit = out.scores.rowwise() - out.scores.colwise().mean();
  const auto n = static_cast<double>(records.rows());
  for (Index j = 0; j < unit.cols(); ++j) {
    const double sd = unit.col(j).norm() / std::sqrt(n);
    unit.col(j) *= sd > 1e-9 ? 1 / sd : 0;
  }
  out.correlation = fisher_z(unit.transpose() * unit / n);
  out.third = unit.cwiseAbs2().transpose() * unit / n;
  out.third.diagonal().setZero();
  return out;
}

}  // namespace guise::attacks
