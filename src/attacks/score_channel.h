// SPDX-License-Identifier: Apache-2.0
// Released ranks as a noisy view of the originals' ranks: normal scores t = D s + e of a Gaussian copula, with the reliability
// D of each column. Rank swapping is such noise, and so is noise behind a monotone map. Beyond-2 section 1.1.
#pragma once
#include <functional>
#include <optional>

#include "attacks/attack.h"
#include "attacks/monotone_order.h"
#include "attacks/quantile_map.h"

namespace guise::attacks {

struct ScoreChannel {
  std::vector<Index> column;       ///< of each attribute
  std::vector<Polyline> to_score;  ///< of each attribute's column
  Matrix weights;                  ///< expected scores of the originals from those of the release
  std::vector<Polyline> to_value;  ///< of each attribute
  Vector reliability;              ///< correlation of released and original scores
};

/// How far correlations of released scores fall short of the originals' shows the reliabilities: r_ij = d_i d_j s_ij. Those
/// that nothing shows are 1, unless variances of the noise are told, one for each released column.
ScoreChannel score_channel(const Evidence&, const Matrix& originals, const RankProfile& release, const RankProfile& told,
                           const MonotoneOrder&, const std::optional<Vector>& noise);

std::function<Guess(const Observed&)> guess_through(ScoreChannel channel);

}  // namespace guise::attacks
