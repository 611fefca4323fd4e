// SPDX-License-Identifier: Apache-2.0
// Data shuffling: every column keeps exactly its values, at the ranks of new numbers that are drawn with the rank correlations
// of the table. Muralidhar and Sarathy, "Data shuffling: a new masking approach for numerical data" (2006), without columns
// that the draw depends on: a row says nothing of its person, and nothing of how masked columns go with columns that are kept
// in clear.
#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "masks/whole_table.h"
#include "random/laws.h"
#include "stats/empirical.h"

namespace guise::masks::steps {
namespace {

Learn learns(const Params&) {
  return Learn::table;
}

/// Correlations of the columns' normal scores, in a fixed order of operations.
Matrix rank_correlation(const Matrix& values) {
  const Matrix scores = stats::normal_scores(values);
  const Index m = scores.cols();
  Matrix out(m, m);
  for (Index a = 0; a < m; ++a)
    for (Index b = 0; b <= a; ++b) {
      double sum = 0;
      for (Index i = 0; i < scores.rows(); ++i) sum += scores(i, a) * scores(i, b);
      out(a, b) = out(b, a) = sum;
    }
  const Vector scale = out.diagonal().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * out * scale.asDiagonal();
}

/// The lower triangle whose product with its transpose is the matrix (Cholesky); a column that others equal adds nothing.
Matrix lower_root(const Matrix& matrix) {
  constexpr double kNothing = 1e-12;
  const Index m = matrix.rows();
  Matrix root = Matrix::Zero(m, m);
  for (Index j = 0; j < m; ++j) {
    double left = matrix(j, j);
    for (Index k = 0; k < j; ++k) left -= root(j, k) * root(j, k);
    if (left <= kNothing) continue;
    root(j, j) = std::sqrt(left);
    for (Index i = j + 1; i < m; ++i) {
      double sum = matrix(i, j);
      for (Index k = 0; k < j; ++k) sum -= root(i, k) * root(j, k);
      root(i, j) = sum / root(j, j);
    }
  }
  return root;
}

/// A record's numbers belong to its number, as noise does.
Matrix drawn(const WholeTable& table, const random::Rng& own) {
  const Matrix root = lower_root(rank_correlation(table.values));
  Matrix normals(table.values.rows(), table.values.cols()), out = Matrix::Zero(normals.rows(), normals.cols());
  for (Index j = 0; j < normals.cols(); ++j)
    for (Index i = 0; i < normals.rows(); ++i)
      random::fill_normal(own, static_cast<std::uint32_t>(j),
                          static_cast<std::uint64_t>(table.records[static_cast<std::size_t>(i)]), {&normals(i, j), 1});
  for (Index j = 0; j < out.cols(); ++j)
    for (Index k = 0; k <= j; ++k)
      for (Index i = 0; i < out.rows(); ++i) out(i, j) += root(j, k) * normals(i, k);
  return out;
}

Plan plan(const StepInput& input) {
  require_varied(input, "exchange", 2);
  const WholeTable& table = *input.table;
  const Matrix numbers = drawn(table, input.own);
  Matrix released(numbers.rows(), numbers.cols());
  for (Index j = 0; j < released.cols(); ++j) {
    const std::vector<Index> from = by_rank(table.values, j), to = by_rank(numbers, j);
    for (std::size_t rank = 0; rank < to.size(); ++rank) released(to[rank], j) = table.values(from[rank], j);
  }
  Plan made = table_plan(input, std::move(released), "exchange");
  made.undo = {};  // the numbers that were drawn have nothing to do with the record
  made.card.effect = Effect::exchange;
  made.card.window = 1;
  made.keyed = true;
  made.keeps_integers = true;
  made.notes.emplace_back("every column keeps exactly its values, the largest and the smallest among them");
  made.notes.emplace_back("masked columns no longer go with columns that are kept in clear");
  return made;
}

}  // namespace

extern const Step exchange = {.name = "exchange",
                              .summary = "give every column's values to other records, keeping how the columns go together",
                              .paper = "Muralidhar and Sarathy 2006",
                              .params = {},
                              .learns = learns,
                              .plan = plan};

}  // namespace guise::masks::steps
