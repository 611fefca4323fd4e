// SPDX-License-Identifier: Apache-2.0
// Originals and a release through their ranks: a released column that is any monotone function of one attribute, coarse or not,
// then equals it. Quantile transforms, logarithms, classes, top codes and rank swapping are such functions, the last up to
// noise.
#pragma once
#include <functional>
#include <optional>

#include "attacks/attack.h"

namespace guise::audit {

/// Both tables as they are compared, record by record; the columns of both stand for the same attributes.
struct RankView {
  std::function<Matrix(const MatrixRef&)> originals, release;
};

/// How ranks are measured: noise behind a function is even in normal scores, swapped ranks are in shares.
enum class RankUnit { score, share };

/// From samples of both tables. An original gets the rank of the released value with the same share of its table below it.
/// Which column is which attribute, and whether it falls where that rises, is found by what ranks keep
/// (attacks/monotone_order.h); `ordered`: columns are in their own places. Nothing where the tables differ in their number of
/// columns, or where no released column varies.
std::optional<RankView> rank_view(const Matrix& originals, const Matrix& release, bool ordered,
                                  RankUnit unit = RankUnit::score);

}  // namespace guise::audit
