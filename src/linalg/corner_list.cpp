// SPDX-License-Identifier: Apache-2.0
#include "linalg/corner_list.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/clones.h"

namespace guise::linalg {
namespace {

// Records whose scores stay in the first-level cache together.
constexpr Index kTogether = 256;

// Up to so many corners each is answered for all records at once.
constexpr Index kFewCorners = 8;

}  // namespace

CornerList::CornerList(const std::vector<DualVertex>& vertices)
    : count_(static_cast<Index>(vertices.size())), rows_(vertices.empty() ? 0 : vertices.front().tableau.rows()) {
  for (const DualVertex& vertex : vertices) {
    const Vector corner = vertex.corner();
    const DualVertex::Rows inverse = vertex.inverse();
    corner_.insert(corner_.end(), corner.begin(), corner.end());
    inverse_.insert(inverse_.end(), inverse.data(), inverse.data() + inverse.size());
    basis_.insert(basis_.end(), vertex.basis.begin(), vertex.basis.end());
  }
}

Index CornerList::used_columns() const {
  return static_cast<Index>(std::set<Index>(basis_.begin(), basis_.end()).size());
}

// `Rows` is k where that is small, so that loops over k are written out, or 0.

/// z = inverse * u of each record's own corner. Corner after corner for all records at once, each kept where it is the
/// record's: of a few corners that is less work than looking up each record's numbers.
template <Index Rows>
inline __attribute__((always_inline)) void CornerList::answer_by_corner(const double* right, Index stride, Index records,
                                                                        const double* which, double* out,
                                                                        Index out_stride) const {
  const Index k = Rows > 0 ? Rows : rows_;
  for (Index corner = 0; corner < count_; ++corner) {
    const double number = static_cast<double>(corner);
    for (Index row = 0; row < k; ++row) {
      const double* inverse = inverse_.data() + (corner * k + row) * k;
      double* to = out + basis_[static_cast<std::size_t>(corner * k + row)] * out_stride;
      for (Index i = 0; i < records; ++i) {
        double z = 0;
        for (Index c = 0; c < k; ++c) z += inverse[c] * right[c * stride + i];
        to[i] = which[i] == number ? z : to[i];
      }
    }
  }
}

template <Index Rows>
inline __attribute__((always_inline)) void CornerList::answer_by_record(const double* right, Index stride, Index records,
                                                                        const double* which, double* out,
                                                                        Index out_stride) const {
  const Index k = Rows > 0 ? Rows : rows_;
  for (Index i = 0; i < records; ++i) {
    const Index corner = static_cast<Index>(which[i]);
    const double* inverse = inverse_.data() + corner * k * k;
    const Index* basis = basis_.data() + corner * k;
    for (Index row = 0; row < k; ++row) {
      double z = 0;
      for (Index c = 0; c < k; ++c) z += inverse[row * k + c] * right[c * stride + i];
      out[basis[row] * out_stride + i] = z;
    }
  }
}

template <Index Rows>
inline __attribute__((always_inline)) void CornerList::solve_block(const double* right, Index stride, Index records,
                                                                   double* out, Index out_stride) const {
  const Index k = Rows > 0 ? Rows : rows_;
  double best[kTogether] = {}, which[kTogether] = {}, score[kTogether];
  for (Index corner = 0; corner < count_; ++corner) {
    const double* p = corner_.data() + corner * k;
    const double number = static_cast<double>(corner);
    for (Index i = 0; i < records; ++i) score[i] = p[0] * right[i];
    for (Index c = 1; c < k; ++c)
      for (Index i = 0; i < records; ++i) score[i] += p[c] * right[c * stride + i];
    for (Index i = 0; i < records; ++i) {
      const double size = std::abs(score[i]);
      which[i] = size > best[i] ? number : which[i];
      best[i] = size > best[i] ? size : best[i];
    }
  }
  if (count_ <= kFewCorners)
    answer_by_corner<Rows>(right, stride, records, which, out, out_stride);
  else
    answer_by_record<Rows>(right, stride, records, which, out, out_stride);
}

GUISE_CLONES void CornerList::solve_block(const double* right, Index stride, Index records, double* out,
                                          Index out_stride) const {
  switch (rows_) {
    case 1:
      return solve_block<1>(right, stride, records, out, out_stride);
    case 2:
      return solve_block<2>(right, stride, records, out, out_stride);
    case 3:
      return solve_block<3>(right, stride, records, out, out_stride);
    default:
      return solve_block<0>(right, stride, records, out, out_stride);
  }
}

void CornerList::solve(const MatrixRef& right, Eigen::Ref<Matrix> out) const {
  for (Index first = 0; first < right.rows(); first += kTogether)
    solve_block(right.data() + first, right.outerStride(), std::min(kTogether, right.rows() - first), out.data() + first,
                out.outerStride());
}

}  // namespace guise::linalg
