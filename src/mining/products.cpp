// SPDX-License-Identifier: Apache-2.0
// Inner products. Liu, Kargupta and Ryan (paper 000), section V: a random projection keeps them on average, with the error of
// the corrected Lemma 5.6; a rotation keeps them exactly.
#include "mining/compare.h"
#include "mining/gram.h"

namespace guise::mining::tasks {
namespace {

Findings run(const Data& data, const Params& params, const random::Rng&) {
  GramEstimate gram = estimate_gram(data, params, Relation::product);
  return {.estimates = {std::move(gram.estimate)}, .notes = std::move(gram.notes)};
}

}  // namespace

extern const Task products = {.name = "products",
                              .summary = "inner products of records, or of columns where records were mixed",
                              .paper = "000 section V, Lemma 5.6",
                              .needs = Needs::products,
                              .params = kPairParams,
                              .streams = true,
                              .by_record = true,
                              .mine = run,
                              .compare = compare_estimates};

}  // namespace guise::mining::tasks
