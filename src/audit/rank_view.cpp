// SPDX-License-Identifier: Apache-2.0
#include "audit/rank_view.h"

#include <algorithm>
#include <memory>
#include <vector>

#include "attacks/monotone_order.h"
#include "random/math.h"
#include "stats/empirical.h"

namespace guise::audit {
namespace {

/// One attribute and the released column that is a function of it.
struct RankColumn {
  stats::Empirical original, released;
  RankUnit unit;
  double sign;                 ///< -1: the column falls where the attribute rises
  std::vector<double> up_to;   ///< share of the released values that are at most the i-th distinct one
  std::vector<double> middle;  ///< its middle rank, measured

  RankColumn(Vector x, Vector y, double direction, RankUnit measure)
      : original(std::move(x)), released(std::move(y)), unit(measure), sign(direction) {
    Index before = 0;
    const auto n = static_cast<double>(released.count());
    for (Index i = 0; i < released.distinct().size(); ++i) {
      const Index after = before + released.ties(i);
      up_to.push_back(static_cast<double>(after) / n);
      middle.push_back(measured(static_cast<double>(before + after) / (2 * n)));
      before = after;
    }
  }

  double measured(double share) const { return unit == RankUnit::score ? random::normal_quantile(share) : share; }
  double of_released(double value) const { return measured(released.ranks(value).middle()); }

  /// Where the release has one value for a range of ranks, all originals in that range have its rank.
  double of_original(double value) const {
    const double middle_rank = original.ranks(value).middle(), share = sign > 0 ? middle_rank : 1 - middle_rank;
    const auto place = std::min<std::ptrdiff_t>(std::lower_bound(up_to.begin(), up_to.end(), share) - up_to.begin(),
                                                static_cast<std::ptrdiff_t>(up_to.size()) - 1);
    return released.ties(place) > 1 ? middle[static_cast<std::size_t>(place)] : measured(share);
  }
};

using RankColumns = std::vector<RankColumn>;

}  // namespace

std::optional<RankView> rank_view(const Matrix& originals, const Matrix& release, bool ordered, RankUnit unit) {
  const Index m = originals.cols();
  if (release.cols() != m || originals.rows() < 2 || release.rows() < 2) return {};
  if ((release.colwise().maxCoeff() - release.colwise().minCoeff()).maxCoeff() <= 0) return {};
  const attacks::MonotoneOrder order =
      attacks::monotone_order(attacks::rank_profile(release), attacks::rank_profile(originals), ordered, nullptr);
  auto columns = std::make_shared<RankColumns>();
  for (Index i = 0; i < m; ++i) {
    const auto at = static_cast<std::size_t>(i);
    columns->emplace_back(originals.col(i), release.col(order.column[at]), order.sign[at], unit);
  }
  RankView out;
  out.originals = [columns](const MatrixRef& rows) {
    Matrix ranks(rows.rows(), rows.cols());
    for (Index j = 0; j < rows.cols(); ++j)
      for (Index i = 0; i < rows.rows(); ++i) ranks(i, j) = (*columns)[static_cast<std::size_t>(j)].of_original(rows(i, j));
    return ranks;
  };
  out.release = [columns, column = order.column](const MatrixRef& rows) {
    Matrix ranks(rows.rows(), rows.cols());
    for (std::size_t j = 0; j < column.size(); ++j)
      for (Index i = 0; i < rows.rows(); ++i) ranks(i, static_cast<Index>(j)) = (*columns)[j].of_released(rows(i, column[j]));
    return ranks;
  };
  return out;
}

}  // namespace guise::audit
