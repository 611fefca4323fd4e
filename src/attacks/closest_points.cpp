// SPDX-License-Identifier: Apache-2.0
#include "attacks/closest_points.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

#include "linalg/blas.h"

namespace guise::attacks {
namespace {

// Rows compared with all reference rows at a time: 256 against 20,000 are 40 MiB per thread.
constexpr Index kBlock = 256;
// The note stops after eight rounds; under much noise some alignments settle only later.
constexpr int kMostRounds = 30;

/// Columns of length 1; those of length 0 stay.
void normalize_columns(Matrix& columns) {
  for (Index j = 0; j < columns.cols(); ++j)
    if (const double length = columns.col(j).norm(); length > 0) columns.col(j) /= length;
}

/// The rows with the largest cosines, at least one.
std::vector<Index> better_half(const Vector& cosine) {
  std::vector<Index> rows(static_cast<std::size_t>(cosine.size()));
  std::iota(rows.begin(), rows.end(), Index{0});
  std::stable_sort(rows.begin(), rows.end(), [&](Index a, Index b) { return cosine(a) > cosine(b); });
  rows.resize((rows.size() + 1) / 2);
  return rows;
}

Matrix stacked(const Matrix& top, const Matrix& bottom) {
  Matrix out(top.rows() + bottom.rows(), top.cols());
  out << top, bottom;
  return out;
}

}  // namespace

Comparison::Comparison(const linalg::Motion& motion, const Matrix& reference)
    : turn_(motion.left.leftCols(motion.determined)),
      reference_((reference * motion.right.leftCols(motion.determined)).transpose()) {
  normalize_columns(reference_);
}

Comparison::Best Comparison::nearest(const MatrixRef& rows) const {
  linalg::use_one_blas_thread();
  Best best{std::vector<Index>(static_cast<std::size_t>(rows.rows()), 0), Vector::Zero(rows.rows())};
  tbb::parallel_for(Index{0}, (rows.rows() + kBlock - 1) / kBlock, [&](Index block) {
    const Index first = block * kBlock, count = std::min(kBlock, rows.rows() - first);
    Matrix turned = (rows.middleRows(first, count) * turn_).transpose();
    normalize_columns(turned);
    const Matrix cosines = reference_.transpose() * turned;
    for (Index i = 0; i < count; ++i)
      best.cosine(first + i) = cosines.col(i).maxCoeff(&best.row[static_cast<std::size_t>(first + i)]);
  });
  return best;
}

Alignment closest_points(const Matrix& rows, const Matrix& reference, const Matrix& anchor_rows,
                         const Matrix& anchor_originals) {
  constexpr linalg::MotionKind kTurned = {.translated = false};
  Alignment out{.motion = linalg::procrustes(anchor_originals, anchor_rows, kTurned)};
  std::vector<Index> before;
  for (; out.rounds < kMostRounds; ++out.rounds) {
    Comparison::Best best = Comparison(out.motion, reference).nearest(rows);
    const std::vector<Index> half = better_half(best.cosine);
    out.cosine = best.cosine(half).mean();
    if (best.row == before) break;
    std::vector<Index> originals;
    for (const Index row : half) originals.push_back(best.row[static_cast<std::size_t>(row)]);
    out.motion = linalg::procrustes(stacked(anchor_originals, reference(originals, Eigen::all)),
                                    stacked(anchor_rows, rows(half, Eigen::all)), kTurned);
    before = std::move(best.row);
  }
  return out;
}

}  // namespace guise::attacks
