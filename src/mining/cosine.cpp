// SPDX-License-Identifier: Apache-2.0
// Cosines of the angles between records, or columns: what text and embeddings are compared by. Paper 000, section V.
#include "mining/compare.h"
#include "mining/gram.h"

namespace guise::mining::tasks {
namespace {

Findings run(const Data& data, const Params& params, const random::Rng&) {
  GramEstimate gram = estimate_gram(data, params, Relation::cosine);
  return {.estimates = {std::move(gram.estimate)}, .notes = std::move(gram.notes)};
}

}  // namespace

extern const Task cosine = {.name = "cosine",
                            .summary = "cosines of the angles between records, or between columns where records were mixed",
                            .paper = "000 section V",
                            .needs = Needs::products,
                            .params = kPairParams,
                            .streams = true,
                            .by_record = true,
                            .mine = run,
                            .compare = compare_estimates};

}  // namespace guise::mining::tasks
