// SPDX-License-Identifier: Apache-2.0
// How many columns a random projection needs to keep all distances. Paper 000, Lemma 5.1.
#pragma once
#include <cstdint>

namespace guise::theory {

/// Lemma 5.1: the least integer k >= 4 ln s / (eps^2/2 - eps^3/3), for which some map of s records to k columns keeps every
/// squared distance within a factor 1 -+ eps.
std::int64_t johnson_lindenstrauss_dimension(std::int64_t records, double epsilon);

/// What one Gaussian matrix does, which the lemma does not say: a lower bound of the probability that all pairs are kept, from
/// the exact probability of one pair (theory/projection_error.h) and the union bound. Zero where the bound is empty.
double every_pair_probability(std::int64_t records, double epsilon, std::int64_t k);

}  // namespace guise::theory
