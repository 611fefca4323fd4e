// SPDX-License-Identifier: Apache-2.0
// `bayes` before mixtures, with the matrix known: the MAP estimate of Sang, Shen and Tian, "Reconstructing data perturbed by
// random projections when the mixing matrix is known" (paper 004), section 6, and what grows out of it: noise, a mixture prior,
// known columns, a second release through another matrix, credible intervals.
#pragma once
#include "attacks/attack.h"
#include "stats/mixture.h"

namespace guise::attacks {

Outcome learn_insider_bayes(const Knowledge&, const Params&, const random::Rng&);

/// What `bayes` was told of the mixture to fit.
inline stats::MixtureFit mixture_fit(const Params& given) {
  return {.components = given.has("components") ? static_cast<int>(given.integer("components")) : 0};
}

}  // namespace guise::attacks
