// SPDX-License-Identifier: Apache-2.0
// The masks that the advisor tries: schemes, each a path of masks from the weakest to the strongest.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/limits.h"
#include "stats/moments.h"

namespace guise::audit {

/// Steps of one parameter per factor of ten: each takes the noise up by a third.
inline constexpr int kPerDecade = 8;

struct Path {
  /// Whether what Bayes' attack leaves follows from the covariance alone: plain noise, white or shaped like the data.
  enum class Closed { none, white, shaped };
  std::string scheme;              ///< "noise", "rotate | noise"
  std::vector<std::string> masks;  ///< canonical, from the weakest to the strongest
  Closed closed = Closed::none;
  std::vector<double> snr = {};  ///< of each mask, where closed
};

/// All schemes for a table with these moments. `before`: steps that stand in front of each, canonical or empty.
std::vector<Path> all_paths(const stats::Moments& truth, const std::string& before);

/// Schemes whose certificate promises at least this epsilon at release::kStatedDelta. The weakest mask of each has just enough
/// noise for it, worked out from the certificate without trying; `before` must clip with public numbers, or it is refused.
std::vector<Path> certified_paths(const std::vector<std::string>& columns, const std::string& before, double epsilon);

/// Share of each attribute's variance that Bayes' attack leaves under a closed mask, whatever the law of the data: the error
/// of the best linear guess, diag(Sx - Sx (Sx + Sr)^-1 Sx) over diag(Sx). Constant attributes: 1.
Vector share_left(const Matrix& covariance, Path::Closed noise, double snr);

/// What a limited figure would be in that case, for the worst attribute (or the one named); nothing where it does not follow
/// from the share that is left. `within` takes errors to be normal, which is exact where the data are.
std::optional<double> expected_figure(const Limit& limit, const Vector& left, const std::vector<std::string>& columns);

}  // namespace guise::audit
