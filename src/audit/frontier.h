// SPDX-License-Identifier: Apache-2.0
// Risk against loss: which of several trade-offs no other one beats, and which of them to take. Lower is better in both.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace guise::audit {

struct Tradeoff {
  double risk, loss;
  double risk_error = 0, loss_error = 0;  ///< standard errors
};

/// One-sided 95 % quantile of the normal law: differences below so many pooled standard errors are taken for luck.
inline constexpr double kLuck = 1.645;

/// Whether `a` is better in one and no worse in the other.
bool dominates(const Tradeoff& a, const Tradeoff& b);
/// Whether it is better in both by more than luck.
bool surely_dominates(const Tradeoff& a, const Tradeoff& b);

/// Those that nothing dominates. Of equal ones all are on the front; one without a risk or a loss (NaN) is not.
std::vector<bool> front(const std::vector<Tradeoff>& points);

/// The least loss among those that qualify, of equal ones the one of least risk; none where nothing qualifies.
std::optional<std::size_t> least_loss(const std::vector<Tradeoff>& points, const std::vector<bool>& qualifies);

/// The least risk, of equal ones the one of least loss: what came nearest to a limit that nothing meets.
std::optional<std::size_t> least_risk(const std::vector<Tradeoff>& points);

/// The knee of the front: farthest below the chord between its ends, both axes scaled to the length of the front. A front that
/// lies on or above its chord has no knee; then its middle point by risk.
std::optional<std::size_t> knee(const std::vector<Tradeoff>& points);

}  // namespace guise::audit
