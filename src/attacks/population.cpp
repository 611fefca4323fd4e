// SPDX-License-Identifier: Apache-2.0
#include "attacks/population.h"

#include <algorithm>
#include <numeric>

#include "attacks/linear.h"
#include "stats/anderson_darling.h"
#include "stats/bayes_core.h"
#include "stats/independence.h"
#include "stats/prior_knowledge.h"

namespace guise::attacks {

std::string why_not(const Evidence& evidence, const Knowledge& known) {
  if (evidence.records < 2) return std::string(kOneRecord);
  if (known.sample->rows() < 2) return "the sample of other people has fewer than two records";
  if ((evidence.moments.variance().array() == 0).all()) return "every column of the release is constant";
  return {};
}

Matrix spread_rows(const Matrix& rows, Index count) {
  if (rows.rows() <= count) return rows;
  std::vector<Index> order(static_cast<std::size_t>(rows.rows())), chosen(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return rows(a, 0) < rows(b, 0); });
  for (Index i = 0; i < count; ++i)
    chosen[static_cast<std::size_t>(i)] = order[static_cast<std::size_t>((2 * i + 1) * rows.rows() / (2 * count))];
  return rows(chosen, Eigen::all);
}

bool attributes_depend(const Matrix& sample, const random::Rng& rng) {
  constexpr Index kAttributes = 64, kRecords = 1000;  // shuffling more would take longer than the attack
  const Matrix some = spread_rows(sample, kRecords).leftCols(std::min(sample.cols(), kAttributes));
  const auto found = stats::test_independence(some, stats::PriorKnowledge::kDraws, rng, stats::kQuickWork);
  return found.p_value <= stats::PriorKnowledge::kLevel;
}

Index normal_columns(const Matrix& components) {
  // Not 0.05: ICA looks for what is least normal, and components of normal data come out with p-values down to 1e-3.
  constexpr double kNormal = 0.001;
  Index normal = 0;
  for (Index j = 0; j < components.cols(); ++j) normal += stats::anderson_darling(components.col(j)).p_value > kNormal;
  return normal;
}

linalg::RecordMap guess_through(const Matrix& map, const Matrix& inverse, const Vector& center, const Vector& mean,
                                const Matrix& covariance, const Matrix& noise) {
  if (noise.size() == 0) return {center, inverse.transpose(), {}, mean};
  const linalg::Affine channel{map, center - map * mean, noise};
  return *stats::BayesCore(stats::gaussian_prior(mean, covariance), channel).linear();
}

}  // namespace guise::attacks
