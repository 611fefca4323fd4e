// SPDX-License-Identifier: Apache-2.0
// All corners p of the dual of a least-L1 problem, for an answer by looking at each: the least sum is the largest |u'p|, and at
// that corner z is linear in u.
#pragma once
#include <vector>

#include "linalg/dual_vertex.h"

namespace guise::linalg {

class CornerList {
 public:
  CornerList() = default;
  explicit CornerList(const std::vector<DualVertex>& vertices);  ///< W = [A, I]
  Index size() const { return count_; }
  Index used_columns() const;  ///< columns of A that are in some basis

  /// Rows u' to rows z' of `out`, which is 0 before.
  void solve(const MatrixRef& right, Eigen::Ref<Matrix> out) const;

 private:
  template <Index Rows>
  void solve_block(const double* right, Index stride, Index records, double* out, Index out_stride) const;
  void solve_block(const double* right, Index stride, Index records, double* out, Index out_stride) const;
  template <Index Rows>
  void answer_by_corner(const double* right, Index stride, Index records, const double* which, double* out,
                        Index out_stride) const;
  template <Index Rows>
  void answer_by_record(const double* right, Index stride, Index records, const double* which, double* out,
                        Index out_stride) const;

  Index count_ = 0, rows_ = 0;
  std::vector<double> corner_;   // p of each, k numbers
  std::vector<double> inverse_;  // A_B^-1 of each, row by row: z_B = A_B^-1 u
  std::vector<Index> basis_;     // B of each
};

}  // namespace guise::linalg
