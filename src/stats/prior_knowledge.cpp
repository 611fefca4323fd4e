// SPDX-License-Identifier: Apache-2.0
#include "stats/prior_knowledge.h"

#include <algorithm>
#include <cmath>

#include "stats/laplace_fit.h"
#include "stats/normality.h"

namespace guise::stats {
namespace {

// Single wrong rejections, one test in a hundred, must not decide about a table with many attributes.
constexpr double kMost = 0.9;
// Differences of numbers the joint test of normality may take, about half a second on one core.
constexpr double kNormalityWork = 5e8;

double share_of_most_frequent(Vector values) {
  std::sort(values.begin(), values.end());
  Index most = 0;
  for (Index from = 0, to = 0; from < values.size(); from = to) {
    while (to < values.size() && values[to] == values[from]) ++to;
    most = std::max(most, to - from);
  }
  return static_cast<double>(most) / static_cast<double>(values.size());
}

double excess_kurtosis(const Vector& values) {
  const Eigen::ArrayXd centred = values.array() - values.mean();
  return centred.pow(4).mean() / square(centred.square().mean()) - 3;
}

/// Beyond 2^53 every double is whole, which says nothing.
bool all_whole(const Vector& values) {
  return (values.array() == values.array().round()).all() && values.cwiseAbs().maxCoeff() < 0x1p53;
}

/// Columns that vary, each divided by its largest value: no test depends on units, and squares of huge values overflow.
Matrix varying_columns(const Matrix& sample, std::vector<PriorKnowledge::Attribute>& attributes) {
  Matrix out(sample.rows(), sample.cols());
  for (Index j = 0; j < sample.cols(); ++j) {
    if (sample.rows() < 2 || sample.col(j).minCoeff() == sample.col(j).maxCoeff()) continue;
    const Vector scaled = sample.col(j) / sample.col(j).cwiseAbs().maxCoeff();
    out.col(static_cast<Index>(attributes.size())) = scaled;
    attributes.push_back({.column = j,
                          .kurtosis = excess_kurtosis(scaled),
                          .most_equal = share_of_most_frequent(scaled),
                          .laplace = {},
                          .normal = {},
                          .whole = all_whole(sample.col(j))});
  }
  return out.leftCols(static_cast<Index>(attributes.size()));
}

/// How many records the joint test may use; 0 when these would not be twice the attributes, too few to estimate a covariance.
Index affordable_records(Index records, Index attributes) {
  const double per_pair = static_cast<double>(attributes + 6) * PriorKnowledge::kDraws / 2;
  const auto most = static_cast<Index>(std::sqrt(kNormalityWork / per_pair));
  const Index used = std::min(records, most);
  return used >= 2 * attributes + 2 ? used : 0;
}

}  // namespace

bool PriorKnowledge::sparse() const {
  const auto fitting = std::count_if(attributes.begin(), attributes.end(), [](const Attribute& attribute) {
    return attribute.laplace.p_value > kAttributeLevel || attribute.most_equal >= 0.5;
  });
  return !attributes.empty() && static_cast<double>(fitting) >= kMost * static_cast<double>(attributes.size());
}

Index PriorKnowledge::normal_attributes() const {
  return std::count_if(attributes.begin(), attributes.end(),
                       [](const Attribute& attribute) { return attribute.normal.p_value > kAttributeLevel; });
}

Index PriorKnowledge::whole_attributes() const {
  return std::count_if(attributes.begin(), attributes.end(), [](const Attribute& attribute) { return attribute.whole; });
}

PriorKnowledge test_prior_knowledge(const Matrix& sample, const random::Rng& rng) {
  PriorKnowledge out;
  out.records = sample.rows();
  const Matrix columns = varying_columns(sample, out.attributes);
  if (columns.cols() == 0) return out;
  const auto laplace = test_laplace(columns, PriorKnowledge::kDraws, rng.fork("laplace"));
  const auto normal = test_normality_by_column(columns, PriorKnowledge::kDraws, rng.fork("normal columns"));
  for (std::size_t j = 0; j < out.attributes.size(); ++j) {
    out.attributes[j].laplace = laplace[j];
    out.attributes[j].normal = normal[j];
  }
  out.independence = test_independence(columns, PriorKnowledge::kDraws, rng.fork("independence"));
  out.normal_records = affordable_records(columns.rows(), columns.cols());
  if (out.normal_records > 0)
    out.normal = test_normality(spread_rows(columns, out.normal_records), PriorKnowledge::kDraws, rng.fork("normal")).test;
  return out;
}

}  // namespace guise::stats
