// SPDX-License-Identifier: Apache-2.0
// Products on blocks of records. BLAS runs on one thread per call: parallelism comes from the blocks.
#pragma once
#include "base/matrix.h"

namespace guise::linalg {

/// Call before parallel work: OpenBLAS must not start threads of its own inside ours.
void use_one_blas_thread();

/// lower triangle of `out` += block' * block
void add_gram(const MatrixRef& block, Matrix& out);

/// X W for many records, in parallel over blocks of records.
Matrix multiply_records(const MatrixRef& records, const Matrix& w);

/// (X - 1 center') W + 1 shift', fused per block, in parallel over blocks of records: the shape of every linear reconstruction.
Matrix map_records(const MatrixRef& records, const Vector& center, const Matrix& w, const Vector& shift);

}  // namespace guise::linalg
