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
// All pairs of so many attributes of 2000 records take about a second; of more attributes these are spread over the table.
constexpr std::size_t kMostCompared = 2000;

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
  const auto stronger = [](const Pair& a, const Pair& b) { return std::abs(a.correlation) > std::abs(b.correlation); };
  std::vector<Pair> pairs;  // the strongest so far, in their order
  for (Index i = 0; i < correlation.rows(); ++i)
    for (Index j = i + 1; j < correlation.cols(); ++j) {
      const Pair pair{i, j, correlation(i, j)};
      if (pairs.size() == kStrongest && !stronger(pair, pairs.back())) continue;
      pairs.insert(std::upper_bound(pairs.begin(), pairs.end(), pair, stronger), pair);
      if (pairs.size() > kStrongest) pairs.pop_back();
    }
  return pairs;
}

}  // namespace

json correlations(const Matrix& sample, const stats::PriorKnowledge& known, const std::vector<std::string>& columns) {
  if (known.attributes.size() < 2) return nullptr;
  std::vector<Index> varying;
  std::vector<std::string> names;
  const std::size_t count = std::min(known.attributes.size(), kMostCompared);
  for (std::size_t i = 0; i < count; ++i) {
    varying.push_back(known.attributes[i * known.attributes.size() / count].column);
    names.push_back(columns[static_cast<std::size_t>(varying.back())]);
  }
  const Matrix correlation = correlation_of(sample, varying);
  json pairs = json::array(), matrix = json::array();
  for (const Pair& pair : strongest(correlation))
    pairs.push_back(
        {{"attributes", {names[static_cast<std::size_t>(pair.first)], names[static_cast<std::size_t>(pair.second)]}},
         {"correlation", pair.correlation}});
  json out{{"strongest", pairs}, {"compared_attributes", count}};
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
