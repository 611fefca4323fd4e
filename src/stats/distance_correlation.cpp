// SPDX-License-Identifier: Apache-2.0
#include "stats/distance_correlation.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

namespace guise::stats {
namespace {

/// An attribute with what all its pairs need: its order, and each record's sum of distances to the others.
struct Attribute {
  explicit Attribute(const Vector& values) : x(values), order(rising_order(x)), distances(sums_of_distances(x, order)) {}
  Vector x;
  std::vector<Index> order;
  Vector distances;
};

/// Sums over the records with smaller y that were added so far: 1, x, y, x y (a Fenwick tree over the ranks of y).
class RankSums {
 public:
  using Sums = Eigen::Vector4d;
  explicit RankSums(std::size_t size) : nodes_(size + 1, Sums::Zero()) {}
  void add(std::size_t rank, const Sums& value) {
    for (std::size_t node = rank + 1; node < nodes_.size(); node += node & (~node + 1)) nodes_[node] += value;
  }
  Sums below(std::size_t rank) const {
    Sums sum = Sums::Zero();
    for (std::size_t node = rank; node > 0; node -= node & (~node + 1)) sum += nodes_[node];
    return sum;
  }

 private:
  std::vector<Sums> nodes_;
};

/// Sum over all ordered pairs of |xi - xj| |yi - yj|.
double sum_of_products(const Attribute& x, const Attribute& y) {
  std::vector<std::size_t> rank(y.order.size());
  for (std::size_t r = 0; r < rank.size(); ++r) rank[static_cast<std::size_t>(y.order[r])] = r;
  RankSums sums(rank.size());
  Eigen::Vector4d all = Eigen::Vector4d::Zero();
  double total = 0;
  // In rising order of x: |xi - xj| = xi - xj for those before, and the sign of yi - yj parts them in two.
  for (const Index i : x.order) {
    const std::size_t place = rank[static_cast<std::size_t>(i)];
    const Eigen::Vector4d here(1, x.x[i], y.x[i], x.x[i] * y.x[i]), part = 2 * sums.below(place) - all;
    total += here[3] * part[0] - here[2] * part[1] - here[1] * part[2] + part[3];
    sums.add(place, here);
    all += here;
  }
  return 2 * total;
}

/// Huo and Szekely (2016), equation 3.3: the unbiased squared distance covariance.
double covariance(const Attribute& x, const Attribute& y) {
  const double n = static_cast<double>(x.x.size());
  return sum_of_products(x, y) / (n * (n - 3)) - 2 * x.distances.dot(y.distances) / (n * (n - 2) * (n - 3)) +
         x.distances.sum() * y.distances.sum() / (n * (n - 1) * (n - 2) * (n - 3));
}

double squared_correlation(const Attribute& x, const Attribute& y, double x_variance, double y_variance) {
  const double scale = std::sqrt(std::max(0.0, x_variance) * std::max(0.0, y_variance));
  return scale > 0 ? covariance(x, y) / scale : 0;
}

/// Mean 0 and standard deviation 1: the sums above cancel where the mean is large.
Vector standardized(const Vector& x) {
  Vector shifted = x.array() - x[0];
  shifted.array() -= shifted.mean();
  const double sd = std::sqrt(shifted.squaredNorm() / static_cast<double>(x.size()));
  return sd > 0 ? Vector(shifted / sd) : Vector::Zero(x.size());
}

}  // namespace

std::vector<Index> rising_order(const Vector& x) {
  std::vector<Index> order(static_cast<std::size_t>(x.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return x[a] < x[b]; });
  return order;
}

Vector sums_of_distances(const Vector& x, const std::vector<Index>& rising) {
  const double n = static_cast<double>(x.size()), total = x.sum();
  Vector out(x.size());
  double below = 0, count = 0;
  for (const Index i : rising) {
    out[i] = (2 * count - n) * x[i] + total - 2 * below;
    below += x[i];
    ++count;
  }
  return out;
}

double squared_distance_correlation(const Vector& x, const Vector& y) {
  assert(x.size() == y.size());
  if (x.size() < 4) return 0;
  const Attribute a(standardized(x)), b(standardized(y));
  return squared_correlation(a, b, covariance(a, a), covariance(b, b));
}

Dependence strongest_dependence(const MatrixRef& records) {
  const Index m = records.cols();
  if (records.rows() < 4) return {};
  std::vector<Attribute> attributes;
  for (Index j = 0; j < m; ++j) attributes.emplace_back(standardized(records.col(j)));
  Vector variance(m);
  Matrix squared = Matrix::Zero(m, m);
  const auto at = [&](Index j) -> const Attribute& { return attributes[static_cast<std::size_t>(j)]; };
  tbb::parallel_for(Index{0}, m, [&](Index j) { variance[j] = covariance(at(j), at(j)); });
  tbb::parallel_for(Index{0}, m, [&](Index i) {
    for (Index j = i + 1; j < m; ++j) squared(i, j) = squared_correlation(at(i), at(j), variance[i], variance[j]);
  });
  Dependence strongest;
  const double most = squared.maxCoeff(&strongest.first, &strongest.second);
  strongest.correlation = std::sqrt(std::max(0.0, most));
  return strongest;
}

}  // namespace guise::stats
