// SPDX-License-Identifier: Apache-2.0
#include "masks/groups.h"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace guise::masks {
namespace {

using Group = std::vector<Index>;

// Cells of a table of more than kWholeGroups: MDAV takes time quadratic in these.
constexpr Index kCell = 20'000;

/// The rows that are in no group yet, packed together, so that passes over them are passes over memory.
class Left {
 public:
  Left(const Matrix& rows, const Group& members)
      : values_(rows(members, Eigen::all)), rows_(members), distance_(values_.rows()) {
    sum_ = values_.colwise().sum();
  }
  Index count() const { return count_ < 0 ? values_.rows() : count_; }

  /// Distances of all that are left to a point, squared.
  void measure(const Eigen::RowVectorXd& point) {
    const Index n = count();
    distance_.head(n).setZero();
    for (Index j = 0; j < values_.cols(); ++j)
      distance_.head(n).array() += (values_.col(j).head(n).array() - point[j]).square();
  }
  void measure_from_mean() { measure(sum_ / static_cast<double>(count())); }

  /// The farthest by the last measuring; of equally far ones the first of the table.
  Index farthest() const {
    Index best = 0;
    for (Index i = 1; i < count(); ++i)
      if (distance_[i] > distance_[best] || (distance_[i] == distance_[best] && rows_[at(i)] < rows_[at(best)])) best = i;
    return best;
  }
  Eigen::RowVectorXd point(Index i) const { return values_.row(i); }
  Index row(Index i) const { return rows_[at(i)]; }
  Index place(Index row) const { return std::find(rows_.begin(), rows_.begin() + count(), row) - rows_.begin(); }

  /// Takes the k nearest by the last measuring.
  Group take(Index k) {
    order_.resize(at(count()));
    std::iota(order_.begin(), order_.end(), Index{0});
    std::nth_element(order_.begin(), order_.begin() + (k - 1), order_.end(), [this](Index a, Index b) {
      return distance_[a] != distance_[b] ? distance_[a] < distance_[b] : rows_[at(a)] < rows_[at(b)];
    });
    order_.resize(at(k));
    std::sort(order_.begin(), order_.end(), std::greater<>());
    Group group;
    for (const Index i : order_) {
      group.push_back(rows_[at(i)]);
      sum_ -= values_.row(i);
      const Index last = count() - 1;  // comes into the gap
      values_.row(i) = values_.row(last);
      rows_[at(i)] = rows_[at(last)];
      distance_[i] = distance_[last];
      count_ = last;
    }
    std::sort(group.begin(), group.end());
    return group;
  }

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  Matrix values_;
  Group rows_;
  Vector distance_;
  Eigen::RowVectorXd sum_;
  Index count_ = -1;
  Group order_;
};

void group_all(const Matrix& rows, const Group& members, Index k, std::vector<Group>& out) {
  Left left(rows, members);
  while (left.count() >= 2 * k) {
    left.measure_from_mean();
    const Index far = left.farthest();
    left.measure(left.point(far));
    if (left.count() < 3 * k) {
      out.push_back(left.take(k));
      break;
    }
    const Index opposite = left.row(left.farthest());
    Group near = left.take(k);
    // Where all are equal, the opposite one may be in the group already: then the first that is left.
    const Index place = left.place(opposite);
    out.push_back(std::move(near));
    left.measure(left.point(place < left.count() ? place : 0));
    out.push_back(left.take(k));
  }
  if (left.count() > 0) out.push_back(left.take(left.count()));
}

/// Halves of the widest column until they are small.
void cut(const Matrix& rows, Group members, std::vector<Group>& cells) {
  if (static_cast<Index>(members.size()) <= kCell) {
    std::sort(members.begin(), members.end());
    cells.push_back(std::move(members));
    return;
  }
  const Matrix some = rows(members, Eigen::all);
  Index widest = 0;
  (some.colwise().maxCoeff() - some.colwise().minCoeff()).maxCoeff(&widest);
  const auto middle = members.begin() + static_cast<std::ptrdiff_t>(members.size() / 2);
  std::nth_element(members.begin(), middle, members.end(), [&](Index a, Index b) {
    return rows(a, widest) != rows(b, widest) ? rows(a, widest) < rows(b, widest) : a < b;
  });
  cut(rows, Group(members.begin(), middle), cells);
  cut(rows, Group(middle, members.end()), cells);
}

}  // namespace

std::vector<Group> similar_groups(const Matrix& rows, Index k) {
  assert(rows.rows() >= k && k >= 1);
  Group all(static_cast<std::size_t>(rows.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<Group> cells, out;
  if (rows.rows() <= kWholeGroups || kCell < 4 * k) {
    cells.push_back(std::move(all));
  } else {
    cut(rows, std::move(all), cells);
  }
  for (const Group& cell : cells) group_all(rows, cell, k, out);
  return out;
}

std::vector<Group> neighbour_groups(const std::vector<Index>& order, Index k) {
  std::vector<Group> out;
  const std::size_t size = static_cast<std::size_t>(k), whole = order.size() / size;
  for (std::size_t g = 0; g < whole; ++g) {
    const auto from = order.begin() + static_cast<std::ptrdiff_t>(g * size);
    out.emplace_back(from, g + 1 == whole ? order.end() : from + static_cast<std::ptrdiff_t>(size));
    std::sort(out.back().begin(), out.back().end());
  }
  return out;
}

}  // namespace guise::masks
