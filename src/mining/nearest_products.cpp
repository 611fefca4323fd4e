// SPDX-License-Identifier: Apache-2.0
// Nearest records by inner products: |x - q|^2 = 2 (|x|^2 / 2 + |q|^2 / 2 - x.q) for all pairs, in single precision, picks
// candidates, whose distances are then computed from differences in double. The margin is larger than what rounding does to the
// products, so nothing is missed and the answer is exact.
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <limits>

#include "base/clones.h"
#include "linalg/blas.h"
#include "mining/nearest_best.h"

namespace guise::mining {
namespace {

// Products of so many asked with so many others are 512 KiB: they stay in cache while they are looked through.
constexpr Index kAsked = 512, kOthers = 256;
constexpr int kWidth = 8, kVectors = 4, kRun = kWidth * kVectors;
using Lanes = float __attribute__((vector_size(kWidth * sizeof(float))));
using Bits = decltype(Lanes{} < Lanes{});

/// Those i with half[i] - product[i] <= limit, in order. Most runs of 32 have none, which is all that must be fast.
GUISE_CLONES int candidates(const float* half, const float* product, int count, float limit, int* found) {
  int number = 0, i = 0;
  for (; i + kRun <= count; i += kRun) {
    Bits any = {};
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      Lanes h, p;
      __builtin_memcpy(&h, half + i + v * kWidth, sizeof h);
      __builtin_memcpy(&p, product + i + v * kWidth, sizeof p);
      any |= h - p <= limit;
    }
    if ((any[0] | any[1] | any[2] | any[3] | any[4] | any[5] | any[6] | any[7]) == 0) continue;
    for (int j = i; j < i + kRun; ++j)
      if (half[j] - product[j] <= limit) found[number++] = j;
  }
  for (; i < count; ++i)
    if (half[i] - product[i] <= limit) found[number++] = i;
  return number;
}

// Squares of what is smaller than 1e-18 of the largest value are lost in single precision: such records are always candidates.
constexpr double kLost = 1e-35;

class AllPairs {
 public:
  explicit AllPairs(const Points& points) : points_(points) {
    const Matrix& columns = points.columns;
    const Vector mean = columns.rowwise().mean();
    const double largest = (columns.colwise() - mean).cwiseAbs().maxCoeff();
    scale_ = largest > 0 ? 1 / largest : 1;
    single_ = ((columns.colwise() - mean) * scale_).cast<float>();
    // A product of m terms is off by less than (m + 2) 2^-24 |x||q|, which is at most as often the sum of both halves; there
    // are a few more roundings. Four times that is taken off the halves.
    const double margin = 2 * static_cast<double>(columns.rows() + 4) * std::numeric_limits<float>::epsilon();
    half_ = ((columns.colwise() - mean) * scale_).colwise().squaredNorm() * ((1 - margin) / 2);
    half_single_ = half_.cast<float>();
  }

  /// For consecutive records that are asked for, the rows `first` … of `out`.
  void search(const Index* asked, Index count, Index first, NearestRecords& out) const {
    Eigen::MatrixXf some(single_.rows(), count), products(kOthers, count);
    std::vector<NearestBest> best;
    for (Index q = 0; q < count; ++q) {
      some.col(q) = single_.col(point_of(asked[q]));
      best.emplace_back(static_cast<std::size_t>(out.places.cols()), asked[q]);
    }
    for (Index start = 0; start < single_.cols(); start += kOthers) {
      const Index others = std::min(kOthers, single_.cols() - start);
      products.topRows(others).noalias() = single_.middleCols(start, others).transpose() * some;
      for (Index q = 0; q < count; ++q)
        look_through(products.col(q).data(), start, others, point_of(asked[q]), best[static_cast<std::size_t>(q)]);
    }
    for (Index q = 0; q < count; ++q) best[static_cast<std::size_t>(q)].store(first + q, out);
  }

 private:
  Index point_of(Index record) const { return points_.of[static_cast<std::size_t>(record)]; }
  float limit(double worst, Index asked) const { return static_cast<float>(worst * square(scale_) / 2 - half_(asked) + kLost); }

  void look_through(const float* product, Index start, Index others, Index asked, NearestBest& best) const {
    int found[kOthers];
    const float* half = half_single_.data() + start;
    const int number = candidates(half, product, static_cast<int>(others), limit(best.worst(), asked), found);
    for (int c = 0; c < number; ++c) {
      const int i = found[c];
      if (half[i] - product[i] > limit(best.worst(), asked)) continue;  // others came in between
      best.offer((points_.columns.col(start + i) - points_.columns.col(asked)).squaredNorm(), points_.at(start + i));
    }
  }

  const Points& points_;
  double scale_;
  Eigen::MatrixXf single_;  // measured from the mean, in units of the largest value
  Vector half_;             // |x|^2 / 2 of them, less the margin
  Eigen::VectorXf half_single_;
};

}  // namespace

void search_products(const Points& points, const std::vector<Index>& asked, NearestRecords& out) {
  linalg::use_one_blas_thread();
  const AllPairs pairs(points);
  const auto total = static_cast<Index>(asked.size());
  tbb::parallel_for(Index{0}, (total + kAsked - 1) / kAsked, [&](Index block) {
    const Index first = block * kAsked;
    pairs.search(asked.data() + first, std::min(kAsked, total - first), first, out);
  });
}

}  // namespace guise::mining
