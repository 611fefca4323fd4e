// SPDX-License-Identifier: Apache-2.0
#include "attacks/sign_search.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>

#include "random/laws.h"
#include "stats/energy.h"

namespace guise::attacks {
namespace {

constexpr std::size_t kEnumerated = 12;  // open signs up to which all combinations are tried
constexpr std::size_t kTaskSigns = 8;    // of these one task tries all combinations
constexpr Index kStarts = 20, kTrials = 4000;

/// Sum of the distances between all pairs of rows of `target` and of `found` with signs. Distances within a sample do not
/// depend on the signs, so that this sum alone orders energy distances.
class SignedDistance {
 public:
  SignedDistance(const Matrix& target, const Matrix& found, const Vector& signs)
      : target_(target), found_(found), signs_(signs), products_(target * signs.asDiagonal() * found.transpose()) {
    lengths_ = target.rowwise().squaredNorm().replicate(1, found.rows());
    lengths_.rowwise() += found.rowwise().squaredNorm().transpose();
  }
  double sum() const { return stats::sum_of_roots(lengths_.data(), products_.data(), products_.size()); }
  const Vector& signs() const { return signs_; }
  void flip(Index j) {
    signs_[j] = -signs_[j];
    products_.noalias() += (2 * signs_[j] * target_.col(j)) * found_.col(j).transpose();
  }

 private:
  const Matrix &target_, &found_;
  Vector signs_;
  Matrix products_, lengths_;
};

struct Best {
  double sum;
  Vector signs;
};

/// The least sum; of equal ones the first, so that the number of threads does not matter.
const Vector& least(const std::vector<Best>& all) {
  return std::min_element(all.begin(), all.end(), [](const Best& a, const Best& b) { return a.sum < b.sum; })->signs;
}

/// All combinations in Gray order, one change of sign after the other. A task has the later signs fixed.
Vector enumerate(const Matrix& target, const Matrix& found, const Vector& signs, const std::vector<Index>& open) {
  const std::size_t inner = std::min(open.size(), kTaskSigns), outer = open.size() - inner;
  std::vector<Best> tasks(std::size_t{1} << outer);
  tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t task) {
    SignedDistance distance(target, found, signs);
    for (std::size_t bit = 0; bit < outer; ++bit)
      if (task >> bit & 1) distance.flip(open[inner + bit]);
    Best best{distance.sum(), distance.signs()};
    for (std::size_t step = 1; step < std::size_t{1} << inner; ++step) {
      distance.flip(open[static_cast<std::size_t>(std::countr_zero(step))]);
      if (const double sum = distance.sum(); sum < best.sum) best = {sum, distance.signs()};
    }
    tasks[task] = std::move(best);
  });
  return least(tasks);
}

/// Changes one sign at a time as long as that helps.
Best descend(SignedDistance distance, const std::vector<Index>& open) {
  double sum = distance.sum();
  for (bool better = true; better;) {
    better = false;
    for (const Index j : open) {
      distance.flip(j);
      if (const double trial = distance.sum(); trial < sum * (1 - 1e-12)) {
        sum = trial;
        better = true;
      } else {
        distance.flip(j);
      }
    }
  }
  return {sum, distance.signs()};
}

}  // namespace

Vector search_signs(const Matrix& target, const Matrix& found, const Vector& signs, const std::vector<Index>& open,
                    const random::Rng& rng) {
  if (open.empty()) return signs;
  if (open.size() <= kEnumerated) return enumerate(target, found, signs, open);
  const Index count = static_cast<Index>(open.size()), starts = std::clamp<Index>(kTrials / count, 1, kStarts);
  std::vector<Best> tasks(static_cast<std::size_t>(starts));
  tbb::parallel_for(Index{0}, starts, [&](Index start) {
    Vector from = signs, random(count);
    random::fill_sign(rng, static_cast<std::uint32_t>(start), 0, {random.data(), open.size()});
    if (start > 0) from(open) = random;  // the first begins where the caller is
    tasks[static_cast<std::size_t>(start)] = descend(SignedDistance(target, found, from), open);
  });
  return least(tasks);
}

}  // namespace guise::attacks
