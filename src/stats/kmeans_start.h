// SPDX-License-Identifier: Apache-2.0
// Starting points of k-means and of a mixture: k-means++ (Arthur and Vassilvitskii 2007) and a few rounds of Lloyd.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::stats {

/// k-means++: records that are likely far from each other, one per row; fewer than `count` when there are fewer different ones.
Matrix kmeans_seeds(const Matrix& records, int count, const random::Rng& rng);

/// Starting points of a mixture: one centre per row, at most `count`: fewer when there are fewer different records. Attributes
/// are measured in their own sd.
Matrix kmeans_start(const Matrix& records, int count, const random::Rng& rng);

}  // namespace guise::stats
