// SPDX-License-Identifier: Apache-2.0
#include "linalg/blas.h"

#include <cblas.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>

namespace guise::linalg {
namespace {

// Records per product: 1024 records x 50 attributes is 400 KiB, so input and output blocks stay in L2 (perf measured 512 to
// 2048 alike).
constexpr Index kProductRecords = 1024;

template <typename Work>
void for_blocks(Index records, const Work& work) {
  use_one_blas_thread();
  const Index blocks = (records + kProductRecords - 1) / kProductRecords;
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index first = block * kProductRecords;
    work(first, std::min(kProductRecords, records - first));
  });
}

void product(const double* a, Index a_stride, const Matrix& w, double beta, double* out, Index out_stride, Index rows) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, static_cast<int>(rows), static_cast<int>(w.cols()),
              static_cast<int>(w.rows()), 1.0, a, static_cast<int>(a_stride), w.data(), static_cast<int>(w.rows()), beta, out,
              static_cast<int>(out_stride));
}

}  // namespace

void use_one_blas_thread() {
  static std::once_flag once;
  std::call_once(once, [] { openblas_set_num_threads(1); });
}

Matrix multiply_records(const MatrixRef& records, const Matrix& w) {
  Matrix out(records.rows(), w.cols());
  for_blocks(records.rows(), [&](Index first, Index count) {
    product(records.data() + first, records.outerStride(), w, 0.0, out.data() + first, out.rows(), count);
  });
  return out;
}

Matrix map_records(const MatrixRef& records, const Vector& center, const Matrix& w, const Vector& shift) {
  // The centre is taken off before the product, in cache: x' W - c' W would cancel where the mean is large against the spread.
  Matrix out(records.rows(), w.cols());
  for_blocks(records.rows(), [&](Index first, Index count) {
    const Matrix centred = records.middleRows(first, count).rowwise() - center.transpose();
    out.middleRows(first, count).rowwise() = shift.transpose();
    product(centred.data(), count, w, 1.0, out.data() + first, out.rows(), count);
  });
  return out;
}

}  // namespace guise::linalg
