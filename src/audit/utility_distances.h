// SPDX-License-Identifier: Apache-2.0
// Whether records that are far from each other in the originals are so in a release.
#pragma once
#include "mining/task.h"

namespace guise::audit {

/// Spearman's rank correlation between squared distances of random pairs of records in both. Noise adds the same to all of them
/// and a projection the same factor, on average: ranks need no correction, which behind a distortion would take seconds a pair.
double distance_ranks(const mining::Mined& truth, const mining::Mined& release, const random::Rng& rng);

/// Spearman's: the correlation of ranks, equal values sharing the mean of theirs. NaN where one side is constant.
double rank_correlation(const Vector& a, const Vector& b);

}  // namespace guise::audit
