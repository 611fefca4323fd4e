// SPDX-License-Identifier: Apache-2.0
#include "linalg/blas.h"

#include <cblas.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>
#include <sstream>

#include "base/large_matrix.h"
#include "linalg/blas_kernels.h"
#include "linalg/products.h"

namespace guise::linalg {
namespace {

// Records of a task: long runs of every column, and still many tasks for a table of some ten thousand records.
constexpr Index kTaskRecords = 1536;

template <typename Work>
void for_blocks(Index records, const Work& work) {
  const Index blocks = (records + kTaskRecords - 1) / kTaskRecords;
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index first = block * kTaskRecords;
    work(first, std::min(kTaskRecords, records - first));
  });
}

}  // namespace

std::string blas_version() {
  // "OpenBLAS 0.3.21 NO_AFFINITY …"; Debian's may leave out the number.
  std::istringstream words(openblas_get_config());
  std::string name, version;
  words >> name >> version;
  return version + ", " + blas_kernels() + " kernels";
}

void use_one_blas_thread() {
  static std::once_flag once;
  std::call_once(once, [] { openblas_set_num_threads(1); });
}

Matrix multiply_records(const MatrixRef& records, const Matrix& w) {
  Matrix out(records.rows(), w.cols());
  const RecordProduct product(w);
  for_blocks(records.rows(),
             [&](Index first, Index count) { product.apply(records.middleRows(first, count), out.middleRows(first, count)); });
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
  Matrix out = large_matrix(records.rows(), (thin ? map.right : map.left).cols());
  // The centre is taken off before the product: x' W - c' W would cancel where the mean is large against the spread.
  const RecordProduct left(map.left);
  if (!thin) {
    for_blocks(records.rows(), [&](Index first, Index count) {
      left.apply(records.middleRows(first, count), map.center, map.shift, out.middleRows(first, count));
    });
    return out;
  }
  const RecordProduct right(map.right);
  const Vector inner_shift = Vector::Zero(map.left.cols()), inner_center = Vector::Zero(map.left.cols());
  for_blocks(records.rows(), [&](Index first, Index count) {
    thread_local Matrix inner;  // fresh memory costs as much as filling it
    inner.resize(count, map.left.cols());
    left.apply(records.middleRows(first, count), map.center, inner_shift, inner);
    right.apply(inner, inner_center, map.shift, out.middleRows(first, count));
  });
  return out;
}

}  // namespace guise::linalg
