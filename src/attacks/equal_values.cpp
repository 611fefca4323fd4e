// SPDX-License-Identifier: Apache-2.0
#include "attacks/equal_values.h"

#include <limits>

namespace guise::attacks {
namespace {

std::vector<double> key_of(const Eigen::RowVectorXd& row) {
  return {row.begin(), row.end()};
}

Eigen::Map<const Vector> vector_of(const std::vector<double>& key) {
  return {key.data(), static_cast<Index>(key.size())};
}

}  // namespace

MemberGroups groups_of_equals(const Matrix& rows) {
  MemberGroups groups;
  for (Index i = 0; i < rows.rows(); ++i) {
    MemberGroup& group = groups[key_of(rows.row(i))];
    if (group.size++ == 0) group.known = group.squares = Vector::Zero(rows.cols());
  }
  return groups;
}

double share_with_equals(const MemberGroups& groups) {
  Index all = 0, equal = 0;
  for (const auto& [mean, group] : groups) {
    all += group.size;
    if (group.size > 1) equal += group.size;
  }
  return all > 0 ? static_cast<double>(equal) / static_cast<double>(all) : 0;
}

void place_members(const Matrix& known, const Vector& scale, MemberGroups& groups) {
  for (Index i = 0; i < known.rows(); ++i) {
    MemberGroup* nearest = nullptr;
    Vector apart;
    double least = std::numeric_limits<double>::infinity();
    for (auto& [mean, group] : groups) {
      const Vector difference = known.row(i).transpose() - vector_of(mean);
      const double away = difference.cwiseQuotient(scale).squaredNorm();
      if (away >= least) continue;
      least = away;
      nearest = &group;
      apart = difference;
    }
    if (!nearest) continue;
    nearest->known += known.row(i).transpose();
    nearest->squares += apart.cwiseAbs2();
    ++nearest->count;
  }
  for (auto& [mean, group] : groups) {
    if (group.count < group.size) continue;
    group.known.setZero();
    group.squares.setZero();
    group.count = 0;
  }
}

std::optional<Vector> variance_within(const MemberGroups& groups) {
  Vector sum;
  double free = 0;
  for (const auto& [mean, group] : groups) {
    if (group.count == 0) continue;
    sum = free == 0 ? group.squares : Vector(sum + group.squares);
    free += static_cast<double>(group.count) * (1 - 1 / static_cast<double>(group.size));
  }
  if (!(free > 0)) return {};
  return sum / free;
}

Vector mean_of_others(const std::vector<double>& mean, const MemberGroup& group) {
  return (static_cast<double>(group.size) * vector_of(mean) - group.known) / static_cast<double>(group.size - group.count);
}

}  // namespace guise::attacks
