// SPDX-License-Identifier: Apache-2.0
#include "attacks/column_order.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/assignment.h"

namespace guise::attacks {
namespace {

constexpr double kMostCorrelated = 0.999;  // Fisher's z grows without bound; equal columns should not outweigh all others
constexpr double kClear = 9;               // misfit by which an order must be better than another: three standard errors
constexpr int kRounds = 100;               // of improvement at most

class Search {
 public:
  Search(const Matrix& distance, const Matrix& released, const Matrix& sample)
      : distance_(distance), released_(released), sample_(sample) {}

  /// What attribute i adds to the misfit with column j, without the pair (i, other).
  double part(const std::vector<Index>& order, Index i, Index j, Index other) const {
    double sum = 0;
    for (Index l = 0; l < sample_.rows(); ++l)
      if (l != i && l != other) sum += square(released_(j, order[at(l)]) - sample_(i, l));
    return sum + square(distance_(j, i));
  }
  /// Change of the misfit when attributes a and b change places; their own pair keeps its difference.
  double gain(const std::vector<Index>& order, Index a, Index b) const {
    const Index j = order[at(a)], k = order[at(b)];
    return part(order, a, k, b) + part(order, b, j, a) - part(order, a, j, b) - part(order, b, k, a);
  }
  double misfit(const std::vector<Index>& order) const {
    double own = 0, pairs = 0;
    for (Index i = 0; i < sample_.rows(); ++i) {
      own += square(distance_(order[at(i)], i));
      pairs += part(order, i, order[at(i)], i) - square(distance_(order[at(i)], i));
    }
    return own + pairs / 2;
  }
  void improve(std::vector<Index>& order) const {
    const Index m = sample_.rows();
    bool better = true;
    for (int round = 0; better && round < kRounds; ++round) {
      better = false;
      for (Index a = 0; a < m; ++a)
        for (Index b = a + 1; b < m; ++b)
          if (gain(order, a, b) < -1e-9) std::swap(order[at(a)], order[at(b)]), better = true;
    }
  }
  Index doubtful(const std::vector<Index>& order) const {
    Index count = 0;
    for (Index a = 0; a < sample_.rows(); ++a) {
      bool clear = true;
      for (Index b = 0; b < sample_.rows(); ++b) clear = clear && (b == a || gain(order, a, b) > kClear);
      count += !clear;
    }
    return count;
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  const Matrix &distance_, &released_, &sample_;
};

Matrix sorted_columns(Matrix z) {
  for (Index j = 0; j < z.cols(); ++j) std::sort(z.col(j).begin(), z.col(j).end());
  return z;
}

std::vector<Index> assign(const Matrix& cost) {
  return linalg::least_cost_assignment(cost.transpose());
}

}  // namespace

Matrix fisher_z(const Matrix& covariance) {
  const Vector variance = covariance.diagonal();
  Matrix z = Matrix::Zero(covariance.rows(), covariance.cols());
  for (Index j = 0; j < z.cols(); ++j)
    for (Index i = 0; i < z.rows(); ++i) {
      const double product = std::max(variance[i], 0.0) * std::max(variance[j], 0.0);
      if (i != j && product > 0)
        z(i, j) = std::atanh(std::clamp(covariance(i, j) / std::sqrt(product), -kMostCorrelated, kMostCorrelated));
    }
  return z;
}

ColumnOrder order_columns(const Matrix& distance, const Matrix& released, const Matrix& sample) {
  const Search search(distance, released, sample);
  const Matrix squared = distance.array().square(), a = sorted_columns(released), b = sorted_columns(sample);
  Matrix with_profiles = squared;
  for (Index j = 0; j < a.cols(); ++j)
    for (Index i = 0; i < b.cols(); ++i) with_profiles(j, i) += (a.col(j) - b.col(i)).squaredNorm();
  ColumnOrder best{};
  for (std::vector<Index> order : {assign(squared), assign(with_profiles)}) {
    search.improve(order);
    if (const double misfit = search.misfit(order); best.column.empty() || misfit < best.misfit)
      best = {std::move(order), misfit, 0};
  }
  best.doubtful = search.doubtful(best.column);
  return best;
}

}  // namespace guise::attacks
