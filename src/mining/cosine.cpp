// SPDX-License-Identifier: Apache-2.0
// Cosines of the angles between records, or columns: what text and embeddings are compared by. Paper 000, section V.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mining/compare.h"
#include "mining/gram.h"

namespace guise::mining::tasks {
namespace {

Findings run(const Data& data, const Params& params, const random::Rng&) {
  GramEstimate gram = estimate_gram(data, params);
  const Index n = gram.inner.rows();
  Matrix cosines = Matrix::Zero(n, n);
  Index zero = 0;
  for (Index j = 0; j < n; ++j) {
    zero += gram.inner(j, j) <= 0;
    for (Index i = 0; i < n; ++i) {
      const double lengths = std::sqrt(gram.inner(i, i) * gram.inner(j, j));
      if (lengths > 0) cosines(i, j) = i == j ? 1 : std::clamp(gram.inner(i, j) / lengths, -1.0, 1.0);
    }
  }
  Findings out;
  out.estimates.push_back(
      {"cosine of " + gram.kind + "s", gram.names, gram.names, std::move(cosines), std::move(gram.cosine_error)});
  out.notes = std::move(gram.notes);
  if (zero > 0)
    out.notes.push_back(
        fmt::format("{} of {} {}s have no length left without the noise; their cosines are 0", zero, n, gram.kind));
  return out;
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
