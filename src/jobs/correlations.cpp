// SPDX-License-Identifier: Apache-2.0
#include "jobs/correlations.h"

#include <algorithm>
#include <cmath>

#include "stats/moments.h"

namespace guise::jobs {
namespace {

using nlohmann::json;

// Six columns of seven places stand beside a name on a terminal of 80.
constexpr std::size_t kMostShown = 6, kStrongest = 5;

struct Pair {
  Index first, second;
  double correlation;
};

Matrix correlation_of(const Matrix& sample, const std::vector<Index>& columns) {
  const Matrix values = sample(Eigen::all, columns);
  const Vector largest = values.cwiseAbs().colwise().maxCoeff();  // squares of huge values overflow
  const Matrix covariance = stats::moments_of(values * largest.cwiseInverse().asDiagonal()).covariance();
  const Vector scale = covariance.diagonal().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * covariance * scale.asDiagonal();
}

std::vector<Pair> strongest(const Matrix& correlation) {
  std::vector<Pair> pairs;
  for (Index i = 0; i < correlation.rows(); ++i)
    for (Index j = i + 1; j < correlation.cols(); ++j) pairs.push_back({i, j, correlation(i, j)});
  const std::size_t count = std::min(kStrongest, pairs.size());
  std::partial_sort(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(count), pairs.end(),
                    [](const Pair& a, const Pair& b) { return std::abs(a.correlation) > std::abs(b.correlation); });
  pairs.resize(count);
  return pairs;
}

}  // namespace

json correlations(const Matrix& sample, const stats::PriorKnowledge& known, const std::vector<std::string>& columns) {
  if (known.attributes.size() < 2) return nullptr;
  std::vector<Index> varying;
  std::vector<std::string> names;
  for (const auto& attribute : known.attributes) {
    varying.push_back(attribute.column);
    names.push_back(columns[static_cast<std::size_t>(attribute.column)]);
  }
  const Matrix correlation = correlation_of(sample, varying);
  json pairs = json::array(), matrix = json::array();
  for (const Pair& pair : strongest(correlation))
    pairs.push_back(
        {{"attributes", {names[static_cast<std::size_t>(pair.first)], names[static_cast<std::size_t>(pair.second)]}},
         {"correlation", pair.correlation}});
  json out{{"strongest", pairs}};
  if (names.size() > kMostShown) return out;
  for (Index i = 0; i < correlation.rows(); ++i) {
    const Vector row = correlation.row(i);
    matrix.push_back(std::vector<double>(row.begin(), row.end()));
  }
  out["attributes"] = names;
  out["matrix"] = matrix;
  return out;
}

}  // namespace guise::jobs
