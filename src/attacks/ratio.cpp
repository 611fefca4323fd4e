// SPDX-License-Identifier: Apache-2.0
// One factor for all columns of a record (Evans, Zayatz and Slanta 1998, "EZS"): the ratios of its columns are released as they
// are. Who knows one column of a person has the factor, and with it all others, exactly. Beyond-2 section 1.3.
#include <cmath>
#include <memory>

#include "attacks/known_columns.h"
#include "attacks/linear.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::factor, Fact::columns};

/// The known column that is farthest from 0 in what it is released as, which is least hurt by rounding; none where all are 0.
std::optional<std::size_t> largest(const std::vector<ExactColumn>& columns, const MatrixRef& released, const Matrix& known,
                                   Index row) {
  std::optional<std::size_t> best;
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const double x = known(row, columns[c].at), y = released(row, columns[c].attribute);
    if (x == 0 || y == 0) continue;
    if (!best || std::abs(y) > std::abs(released(row, columns[*best].attribute))) best = c;
  }
  return best;
}

Guess guess(const Observed& observed, const std::vector<ExactColumn>& columns) {
  const MatrixRef released = own_rows(observed.released, observed);
  const Matrix known = own_rows(observed.known, observed);
  Guess out{.values = released};
  for (Index i = 0; i < released.rows(); ++i)
    if (const auto c = largest(columns, released, known, i))
      out.values.row(i) *= known(i, columns[*c].at) / released(i, columns[*c].attribute);
  place_known(columns, observed, out);
  return out;
}

Outcome learn(const Evidence&, const Knowledge& known, const Params&, const random::Rng&) {
  if (!known.factor->common) return Outcome::not_assessed("every value has a factor of its own, so that no ratio is kept");
  const std::vector<ExactColumn> columns = exact_columns(known);
  if (columns.empty()) return Outcome::not_assessed("the known columns have errors, and so would the factor");
  return {.reconstruction =
              Reconstruction{.guess = [columns](const Observed& observed) { return guess(observed, columns); },
                             .notes = {"a known column gives the factor of the record, and the factor all other columns"}}};
}

}  // namespace

extern const Attack ratio_attack = {.name = "ratio",
                                    .alias = "",
                                    .summary = "the factor that a record's columns share, from one that is known",
                                    .paper = "Evans, Zayatz and Slanta 1998",
                                    .needs = needs,
                                    .wants = {},
                                    .params = {},
                                    .learn = learn};

}  // namespace guise::attacks
