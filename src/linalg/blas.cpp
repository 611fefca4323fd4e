// SPDX-License-Identifier: Apache-2.0
#include "linalg/blas.h"

#include <cblas.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>
#include <sstream>

#include "base/large_matrix.h"

namespace guise::linalg {
namespace {

// Records per product: 512 records x 50 attributes is 200 KiB, so the blocks of input, centred input and output stay in L2.
constexpr Index kProductRecords = 512;

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

std::string blas_version() {
  // "OpenBLAS 0.3.21 NO_AFFINITY …"; Debian's may leave out the number.
  std::istringstream words(openblas_get_config());
  std::string name, version;
  words >> name >> version;
  return version;
}

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

RecordMap factored_map(Vector center, Matrix left, Matrix right, Vector shift) {
  const Index inner = left.cols();
  const bool thin = inner > 0 && inner * (left.rows() + right.cols()) < left.rows() * right.cols();
  if (!thin) left = left * right, right = Matrix();
  return {std::move(center), std::move(left), std::move(right), std::move(shift)};
}

Matrix map_records(const MatrixRef& records, const RecordMap& map) {
  const bool thin = map.right.size() > 0;
  const Matrix& last = thin ? map.right : map.left;
  Matrix out = large_matrix(records.rows(), last.cols());
  for_blocks(records.rows(), [&](Index first, Index count) {
    // The centre is taken off before the product, in cache: x' W - c' W would cancel where the mean is large against the
    // spread. The buffers are kept from block to block: fresh memory costs as much as filling it.
    thread_local Matrix centred, inner;
    centred = records.middleRows(first, count).rowwise() - map.center.transpose();
    if (thin) {
      inner.resize(count, map.left.cols());
      product(centred.data(), count, map.left, 0.0, inner.data(), count, count);
    }
    out.middleRows(first, count).rowwise() = map.shift.transpose();
    product((thin ? inner : centred).data(), count, last, 1.0, out.data() + first, out.rows(), count);
  });
  return out;
}

}  // namespace guise::linalg
