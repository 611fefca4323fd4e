// SPDX-License-Identifier: Apache-2.0
// Products with many records. OpenBLAS arranges both factors anew for every block of records; here the matrix is arranged once,
// and records as they are read (10^6 x 64 -> 32 on two cores with AVX-512: 46 ms against OpenBLAS's 71). An output of a record
// is summed in the order of the attributes by fused operations, so that its bits depend neither on how records are cut nor on
// the CPU, as long as that has such operations.
#pragma once
#include <span>
#include <vector>

#include "base/matrix.h"
#include "linalg/product_table.h"

namespace guise::linalg {

std::span<const ProductTable* const> product_tables();  ///< those that run on this CPU, slowest first

class RecordProduct {
 public:
  explicit RecordProduct(const Matrix& w, const ProductTable& table = *product_tables().back());

  /// out = X W
  void apply(const MatrixRef& records, MutableMatrixRef out) const;

  /// out = (X - 1 center') W + 1 shift'
  void apply(const MatrixRef& records, const Vector& center, const Vector& shift, MutableMatrixRef out) const;

 private:
  void apply(const MatrixRef& records, const double* center, const double* shift, MutableMatrixRef out) const;
  Index first_output(Index strip) const;
  void multiply_group(const double* packed, Index from, Index inputs, const double* shift, bool past_caches, const double* next,
                      Index apart, MutableMatrixRef out) const;
  const ProductTable* table_;
  Index inputs_, outputs_;
  std::vector<double> strips_;  ///< outputs strip after strip, in each an attribute after the other
};

/// lower triangle of `out` += block' * block
void add_gram(const MatrixRef& block, Matrix& out, const ProductTable& table = *product_tables().back());

/// out += left' * right
void add_cross(const MatrixRef& left, const MatrixRef& right, Matrix& out,
               const ProductTable& table = *product_tables().back());

}  // namespace guise::linalg
