// SPDX-License-Identifier: Apache-2.0
// BLAS on one thread per call, parallelism comes from blocks of records; and maps of many records.
#pragma once
#include <string>

#include "base/matrix.h"

namespace guise::linalg {

/// Call before parallel work: OpenBLAS must not start threads of its own inside ours.
void use_one_blas_thread();

std::string blas_version();  ///< "0.3.21, SkylakeX kernels"

/// X W for many records, in parallel over blocks of records.
Matrix multiply_records(const MatrixRef& records, const Matrix& w);

/// x' -> (x - center)' W + shift', the shape of every linear reconstruction. W is `left`, or left * right where the two thin
/// factors are less work than their product.
struct RecordMap {
  Vector center;
  Matrix left, right;  ///< right is empty when W is left
  Vector shift;
};

/// With W = left * right, in the form that is less work.
RecordMap factored_map(Vector center, Matrix left, Matrix right, Vector shift);

/// The map of every record, fused per block, in parallel over blocks of records.
Matrix map_records(const MatrixRef& records, const RecordMap& map);

}  // namespace guise::linalg
