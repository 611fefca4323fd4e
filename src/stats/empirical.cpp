// SPDX-License-Identifier: Apache-2.0
#include "stats/empirical.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "random/math.h"

namespace guise::stats {
namespace {

/// Between two points; at an infinite one the finite other.
double between(double at, double from, double to, double first, double second) {
  const double part = (at - from) / (to - from);
  if (!std::isfinite(part)) return std::isfinite(from) ? first : second;
  return first + part * (second - first);
}

}  // namespace

Empirical::Empirical(Vector numbers) : count_(numbers.size()) {
  assert(count_ > 0);
  std::sort(numbers.begin(), numbers.end());
  std::vector<double> distinct, shares{0}, values{numbers[0]};
  std::vector<Index> before;
  const auto n = static_cast<double>(count_);
  for (Index first = 0, next = 0; first < count_; first = next) {
    while (next < count_ && numbers[next] == numbers[first]) ++next;
    distinct.push_back(numbers[first]);
    before.push_back(first);
    shares.push_back((static_cast<double>(first) + 0.5) / n);
    values.push_back(numbers[first]);
    if (next == first + 1) continue;
    shares.push_back((static_cast<double>(next) - 0.5) / n);
    values.push_back(numbers[first]);
  }
  before.push_back(count_);
  shares.push_back(1);
  values.push_back(numbers[count_ - 1]);
  distinct_ = Eigen::Map<Vector>(distinct.data(), static_cast<Index>(distinct.size()));
  before_ = Eigen::Map<Eigen::Matrix<Index, Eigen::Dynamic, 1>>(before.data(), static_cast<Index>(before.size()));
  share_ = Eigen::Map<Vector>(shares.data(), static_cast<Index>(shares.size()));
  number_ = Eigen::Map<Vector>(values.data(), static_cast<Index>(values.size()));
  area_ = Vector::Zero(share_.size());
  for (Index i = 1; i < area_.size(); ++i)
    area_[i] = area_[i - 1] + (share_[i] - share_[i - 1]) * ((number_[i] + number_[i - 1]) / 2 - number_[0]);
}

Index Empirical::place(double value) const {
  return std::lower_bound(distinct_.begin(), distinct_.end(), value) - distinct_.begin();
}

Empirical::Ranks Empirical::ranks(double value) const {
  const Index at = place(value);
  const auto n = static_cast<double>(count_);
  if (at == distinct_.size()) return {1 - 0.25 / n, 1 - 0.25 / n};
  if (distinct_[at] == value) return {static_cast<double>(before_[at]) / n, static_cast<double>(before_[at + 1]) / n};
  if (at == 0) return {0.25 / n, 0.25 / n};
  const double edge = static_cast<double>(before_[at]);
  const double rank = between(value, distinct_[at - 1], distinct_[at], (edge - 0.5) / n, (edge + 0.5) / n);
  return {rank, rank};
}

double Empirical::score(double value) const {
  return random::normal_quantile(ranks(value).middle());
}

double Empirical::quantile(double share) const {
  const Index at = std::lower_bound(share_.begin(), share_.end(), share) - share_.begin();
  if (at == 0) return number_[0];
  if (at == share_.size()) return number_[at - 1];
  return between(share, share_[at - 1], share_[at], number_[at - 1], number_[at]);
}

double Empirical::integral(double share) const {
  const Index at = std::lower_bound(share_.begin(), share_.end(), share) - share_.begin();
  if (at == 0) return 0;
  if (at == share_.size()) return area_[at - 1];
  return area_[at - 1] + (share - share_[at - 1]) * ((quantile(share) + number_[at - 1]) / 2 - number_[0]);
}

double Empirical::mean_between(double from, double to) const {
  if (!(to > from)) return quantile(from);
  const double least = quantile(from), most = quantile(to);
  return std::clamp(number_[0] + (integral(to) - integral(from)) / (to - from), least, most);
}

Matrix normal_scores(const MatrixRef& records) {
  Matrix out(records.rows(), records.cols());
  tbb::parallel_for(Index{0}, records.cols(), [&](Index j) {
    const Empirical law{Vector(records.col(j))};
    Vector scores(law.distinct().size());
    for (Index i = 0; i < scores.size(); ++i) scores[i] = law.score(law.distinct()[i]);
    for (Index i = 0; i < records.rows(); ++i) out(i, j) = scores[law.place(records(i, j))];
  });
  return out;
}

}  // namespace guise::stats
