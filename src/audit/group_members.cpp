// SPDX-License-Identifier: Apache-2.0
#include "audit/group_members.h"

#include <algorithm>
#include <cmath>

#include "audit/contents.h"

namespace guise::audit {
namespace {

constexpr int kExchanges = 40;  // of single members, at most
constexpr int kRounds = 4;      // members of groups that were found are taken out, which makes others easier
constexpr double kAllDigits = 1e-9;

/// A search in one group: positions among its candidates.
class Members {
 public:
  Members(const Group& group, const Vector& sd, const std::set<std::int64_t>& taken)
      : unit_(sd.cwiseInverse()), left_(static_cast<double>(group.size) * group.mean.cwiseProduct(unit_)) {
    for (const auto& [record, value] : group.candidates)
      if (!taken.contains(record)) {
        records_.push_back(record);
        values_.push_back(value->cwiseProduct(unit_));
      }
    size_ = std::min(group.size, records_.size());
    for (std::size_t i = 0; i < size_; ++i) left_ -= values_[i];
  }

  /// Members stand first; the best exchange of one for another, while that brings the sum nearer.
  bool exchange() {
    double least = left_.squaredNorm();
    std::size_t out = 0, in = 0;
    for (std::size_t a = 0; a < size_; ++a)
      for (std::size_t b = size_; b < records_.size(); ++b) {
        const double squared = (left_ + values_[a] - values_[b]).squaredNorm();
        if (squared < least) least = squared, out = a, in = b;
      }
    if (in == 0) return false;
    left_ += values_[out] - values_[in];
    std::swap(values_[out], values_[in]);
    std::swap(records_[out], records_[in]);
    return true;
  }

  bool exact(const Vector& tolerance) const {
    const auto k = static_cast<double>(size_);
    return size_ > 0 && (left_.cwiseQuotient(unit_).cwiseAbs().array() <= k * tolerance.array()).all();
  }
  std::vector<std::int64_t> members() const {
    return {records_.begin(), records_.begin() + static_cast<std::ptrdiff_t>(size_)};
  }
  std::size_t size() const { return size_; }

 private:
  Vector unit_, left_;  // left: of the sum, in standard units
  std::size_t size_ = 0;
  std::vector<std::int64_t> records_;
  std::vector<Vector> values_;
};

}  // namespace

Rounding::Rounding(const Matrix& released, const Vector& sd) : step_(Vector::Zero(released.cols())), off_(kAllDigits * sd) {
  for (Index j = 0; j < released.cols(); ++j) {
    off_[j] += 1e-14 * released.col(j).cwiseAbs().maxCoeff();
    const std::optional<int> decimals = decimals_of(released.col(j));
    if (!decimals) continue;
    step_[j] = std::pow(10.0, -*decimals);
    off_[j] += step_[j] / 2;
  }
}

Vector Rounding::of(const Vector& mean) const {
  Vector out = mean;
  for (Index j = 0; j < out.size(); ++j)
    if (step_[j] > 0) out[j] = std::round(out[j] / step_[j]) * step_[j];
  return out;
}

void find_members(std::vector<Group>& groups, const Rounding& rounding, const Vector& sd, bool disjoint) {
  std::set<std::int64_t> taken;
  for (int round = 0; round < (disjoint ? kRounds : 1); ++round) {
    const std::size_t before = taken.size();
    for (Group& group : groups) {
      if (group.exact) continue;
      Members search(group, sd, taken);
      for (int i = 0; i < kExchanges && !search.exact(rounding.tolerance()) && search.exchange(); ++i) {
      }
      group.exact = search.size() == group.size && search.exact(rounding.tolerance());
      if (!group.exact) continue;
      group.members = search.members();
      if (disjoint) taken.insert(group.members.begin(), group.members.end());
    }
    if (taken.size() == before) break;
  }
  for (Group& group : groups)
    if (!group.exact && disjoint) {
      group.members = Members(group, sd, taken).members();
      taken.insert(group.members.begin(), group.members.end());
    }
}

}  // namespace guise::audit
