// SPDX-License-Identifier: Apache-2.0
// Squared distances. Paper 000, section V: Var = 2 |d|^4 / k after a Gaussian projection (erratum 3).
#include "mining/compare.h"
#include "mining/gram.h"

namespace guise::mining::tasks {
namespace {

Findings run(const Data& data, const Params& params, const random::Rng&) {
  GramEstimate gram = estimate_gram(data, params, Relation::square_distance);
  return {.estimates = {std::move(gram.estimate)}, .notes = std::move(gram.notes)};
}

}  // namespace

extern const Task distances = {.name = "distances",
                               .summary = "squared distances of records, or of columns where records were mixed",
                               .paper = "000 section V, Lemma 5.7",
                               .needs = Needs::lengths,
                               .params = kPairParams,
                               .streams = true,
                               .by_record = true,
                               .mine = run,
                               .compare = compare_estimates};

}  // namespace guise::mining::tasks
