// SPDX-License-Identifier: Apache-2.0
#include "attacks/sign_search.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "attacks/population.h"
#include "random/laws.h"
#include "stats/energy.h"

namespace guise::attacks {
namespace {

constexpr std::size_t kEnumerated = 12;      // open signs up to which all combinations are tried
constexpr std::size_t kTaskSigns = 8;        // of these one task tries all combinations
constexpr Index kFewRecords = 125;           // of each table, which tell the combinations that are worth all records
constexpr std::size_t kComparedWhole = 128;  // combinations that are
constexpr Index kStarts = 20, kTrials = 4000;
constexpr std::size_t kFinished = 4;  // starts that go on with all records, of those that went furthest on few

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

/// Sums of all combinations, the open signs that change being the bits of their number. In Gray order one sign changes after
/// the other; a task has the later signs fixed.
std::vector<double> sums_of_all(const Matrix& target, const Matrix& found, const Vector& signs,
                                const std::vector<Index>& open) {
  const std::size_t inner = std::min(open.size(), kTaskSigns), outer = open.size() - inner;
  std::vector<double> sums(std::size_t{1} << open.size());
  tbb::parallel_for(std::size_t{0}, std::size_t{1} << outer, [&](std::size_t task) {
    SignedDistance distance(target, found, signs);
    for (std::size_t bit = 0; bit < outer; ++bit)
      if (task >> bit & 1) distance.flip(open[inner + bit]);
    std::size_t changed = task << inner;
    sums[changed] = distance.sum();
    for (std::size_t step = 1; step < std::size_t{1} << inner; ++step) {
      const auto bit = static_cast<std::size_t>(std::countr_zero(step));
      distance.flip(open[bit]);
      changed ^= std::size_t{1} << bit;
      sums[changed] = distance.sum();
    }
  });
  return sums;
}

/// The combinations with the least sums, the least first.
std::vector<std::size_t> smallest(const std::vector<double>& sums, std::size_t count) {
  std::vector<std::size_t> order(sums.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  count = std::min(count, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](std::size_t a, std::size_t b) { return std::pair(sums[a], a) < std::pair(sums[b], b); });
  order.resize(count);
  return order;
}

/// All combinations on a few records of each table, the best of them on all records.
Vector enumerate(const Matrix& target, const Matrix& found, const Vector& signs, const std::vector<Index>& open) {
  const auto signs_of = [&](std::size_t changed) {
    Vector out = signs;
    for (std::size_t bit = 0; bit < open.size(); ++bit)
      if (changed >> bit & 1) out[open[bit]] = -out[open[bit]];
    return out;
  };
  if (std::size_t{1} << open.size() <= kComparedWhole)
    return signs_of(smallest(sums_of_all(target, found, signs, open), 1).front());
  const std::vector<double> by_some =
      sums_of_all(spread_rows(target, kFewRecords), spread_rows(found, kFewRecords), signs, open);
  const std::vector<std::size_t> likely = smallest(by_some, kComparedWhole);
  std::vector<Best> all(likely.size());
  tbb::parallel_for(std::size_t{0}, likely.size(), [&](std::size_t i) {
    const SignedDistance distance(target, found, signs_of(likely[i]));
    all[i] = {distance.sum(), distance.signs()};
  });
  return least(all);
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
  const Matrix few_target = spread_rows(target, kFewRecords), few_found = spread_rows(found, kFewRecords);
  std::vector<Best> tasks(static_cast<std::size_t>(starts));
  tbb::parallel_for(Index{0}, starts, [&](Index start) {
    Vector from = signs, random(count);
    random::fill_sign(rng, static_cast<std::uint32_t>(start), 0, {random.data(), open.size()});
    if (start > 0) from(open) = random;  // the first begins where the caller is
    tasks[static_cast<std::size_t>(start)] = descend(SignedDistance(few_target, few_found, from), open);
  });
  std::stable_sort(tasks.begin(), tasks.end(), [](const Best& a, const Best& b) { return a.sum < b.sum; });
  tasks.resize(std::min(tasks.size(), kFinished));
  tasks.push_back({0, signs});
  tbb::parallel_for(std::size_t{0}, tasks.size(),
                    [&](std::size_t i) { tasks[i] = descend(SignedDistance(target, found, tasks[i].signs), open); });
  return least(tasks);
}

}  // namespace guise::attacks
