// SPDX-License-Identifier: Apache-2.0
// Squared distances. Paper 000, section V: Var = 2 |d|^4 / k after a Gaussian projection (erratum 3).
#include "mining/compare.h"
#include "mining/gram.h"

namespace guise::mining::tasks {
namespace {

Findings run(const Data& data, const Params& params, const random::Rng&) {
  GramEstimate gram = estimate_gram(data, params);
  const Index n = gram.inner.rows();
  Matrix distances(n, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i)
      distances(i, j) = i == j ? 0 : std::max(0.0, gram.inner(i, i) + gram.inner(j, j) - 2 * gram.inner(i, j));
  Findings out;
  out.estimates.push_back({"squared distance of " + gram.kind + "s", gram.names, gram.names, std::move(distances),
                           std::move(gram.square_distance_error)});
  out.notes = std::move(gram.notes);
  return out;
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
