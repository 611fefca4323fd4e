// SPDX-License-Identifier: Apache-2.0
// What attacks on ordered records share: autocovariances, the test whether the order tells anything, work column by column.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "attacks/attack.h"

namespace guise::attacks {

/// Why serial attacks say nothing of a release whose rows were shuffled.
constexpr std::string_view kShuffled = "the release was shuffled, so the order of its records tells nothing";

/// gamma(k) = 1/n sum (y_t - mean)(y_{t+k} - mean), k = 0 .. lags. Dividing by n keeps the Toeplitz matrix positive
/// semi-definite.
Vector autocovariance(const Vector& series, Index lags);

/// The same of several runs of one series about their common mean; no product reaches from one run into another.
using Runs = std::vector<Vector>;
Vector autocovariance(const Runs& runs, Index lags);
Index length_of(const Runs& runs);

/// True when some column has an autocorrelation at lags 1 to 5 that records in random order would show once in a hundred
/// releases. White noise adds nothing to those lags, so none of it needs to be taken off.
bool order_tells(const std::vector<Stretch>& stretches);

/// A note for the report when order_tells() is false; such a release is still attacked, and the attack loses.
void note_order(const Evidence& evidence, std::vector<std::string>& notes);

/// One column of a window, its neighbours included: rows [before, before + count) are its own.
struct Series {
  Vector values;
  Index before = 0, count = 0;
  std::int64_t first_record = 0;  ///< number of values[0]
};
Series series_of(const Observed& observed, Index column);

/// sum over k of weights[k] y[t - behind + k] for the own rows t of a series. Beyond the ends of the table values are zero.
Vector filter_own(const Series& series, const Vector& weights, Index behind);

}  // namespace guise::attacks
