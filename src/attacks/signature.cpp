// SPDX-License-Identifier: Apache-2.0
#include "attacks/signature.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "linalg/blas.h"
#include "linalg/pairwise.h"

namespace guise::attacks {
namespace {

// Rows taken for the first record together: their distances to 20,000 rows are 10 MiB per thread.
constexpr Index kBlock = 64;
// First records tried where any of them may be missing and every row must be tried for it.
constexpr Index kPivots = 4;

/// Most records first, then the nearest; rows last, so that the order does not depend on threads.
bool before(const Placement& a, const Placement& b) {
  if (a.found != b.found) return a.found > b.found;
  return a.misfit != b.misfit ? a.misfit < b.misfit : a.row < b.row;
}

Matrix loose_distances(const Matrix& known, const Tolerance& tolerance) {
  Matrix out(known.rows(), known.rows());
  for (Index i = 0; i < known.rows(); ++i)
    for (Index j = 0; j < known.rows(); ++j) out(i, j) = tolerance.loose_distance((known.row(i) - known.row(j)).transpose());
  return out;
}

Vector loose_alone(const Matrix& known, const Tolerance& tolerance, Alone alone) {
  Vector out(known.rows());
  for (Index i = 0; i < known.rows(); ++i) {
    const Vector record = known.row(i).transpose();
    out(i) = alone == Alone::place ? tolerance.displaced(record) : tolerance.loose_length(record);
  }
  return out;
}

/// Distances and places are the same from any origin, and keep more digits from the rows' mean. Behind a rotation that is not
/// where the known records are: their distances to each other are taken from their own.
Field field_of(const Matrix& known, const Matrix& rows, const Tolerance& tolerance, SignatureSearch how) {
  const Eigen::RowVectorXd mean = rows.colwise().mean();
  const Matrix records = known.rowwise() - mean, centred = known.rowwise() - known.colwise().mean();
  return {.points = (rows.rowwise() - mean).transpose(),
          .records = records.transpose(),
          .original = linalg::squared_distances(centred, centred),
          .loose = loose_distances(known, tolerance),
          .lengths = rows.rowwise().squaredNorm(),
          .record_lengths = known.rowwise().squaredNorm(),
          .loose_alone = loose_alone(known, tolerance, how.alone),
          .tolerance = tolerance,
          .how = how};
}

/// Keeps the best of those that place most.
void settle(Placements& all) {
  std::sort(all.best.begin(), all.best.end(), before);
  const auto end = std::find_if(all.best.begin(), all.best.end(),
                                [&](const Placement& each) { return each.found < all.best.front().found; });
  all.best.erase(end, all.best.end());
  if (all.best.size() <= kMostPlacements) return;
  all.best.resize(kMostPlacements);
  all.all = false;
}

/// Tries every row for the pivot, blocks of rows in parallel, their results put together in order.
Placements walk_all(const Field& field) {
  std::vector<Index> rows;
  for (Index row = 0; row < field.points.cols(); ++row)
    if (field.alone_fits(row, field.order[0])) rows.push_back(row);
  const Index count = static_cast<Index>(rows.size()), blocks = (count + kBlock - 1) / kBlock;
  const Matrix points = field.points.transpose();
  std::vector<Placements> parts(static_cast<std::size_t>(blocks));
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    const Index first = block * kBlock, end = std::min(count, first + kBlock);
    const std::vector<Index> mine(rows.begin() + first, rows.begin() + end);
    const Matrix squared = linalg::squared_distances(points, points(mine, Eigen::all));
    Placements& part = parts[static_cast<std::size_t>(block)];
    for (std::size_t i = 0; i < mine.size(); ++i) {
      const Placements found = walk_from(field, mine[i], squared.col(static_cast<Index>(i)).data(), count);
      part.best.insert(part.best.end(), found.best.begin(), found.best.end());
      part.all = part.all && found.all;
      settle(part);
    }
  });
  Placements all;
  for (const Placements& part : parts) {
    all.best.insert(all.best.end(), part.best.begin(), part.best.end());
    all.all = all.all && part.all;
  }
  settle(all);
  return all;
}

/// The pivot, then the others from far to near: large distances are rare.
std::vector<Index> order_from(Index pivot, const Matrix& original) {
  std::vector<Index> order(static_cast<std::size_t>(original.rows()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return a != b && b != pivot && (a == pivot || original(a, pivot) > original(b, pivot));
  });
  return order;
}

}  // namespace

Placements place_records(const Matrix& known, const Matrix& rows, const Tolerance& tolerance, SignatureSearch how) {
  linalg::use_one_blas_thread();
  Field field = field_of(known, rows, tolerance, how);
  // The record farthest from the others first: few rows have such distances.
  std::vector<Index> pivots(static_cast<std::size_t>(known.rows()));
  std::iota(pivots.begin(), pivots.end(), Index{0});
  const Vector far = field.original.colwise().sum();
  std::stable_sort(pivots.begin(), pivots.end(), [&](Index a, Index b) { return far(a) > far(b); });
  const Index most = !how.may_miss ? 1 : how.alone != Alone::nothing ? known.rows() : std::min(kPivots, known.rows());
  Placements out;
  for (Index i = 0; i < most; ++i) {
    field.order = order_from(pivots[static_cast<std::size_t>(i)], field.original);
    if (!how.may_miss) field.order.resize(std::min(field.order.size(), static_cast<std::size_t>(kSignature)));
    out = walk_all(field);
    if (!out.best.empty() && out.best.front().found >= std::min<Index>(3, known.rows())) return out;
  }
  return {};
}

double placements_by_chance(const Matrix& known, const Matrix& rows, const Tolerance& tolerance, SignatureSearch how) {
  const Field field = field_of(known, rows, tolerance, how);
  const Index n = rows.rows(), size = std::min(known.rows(), kSignature);
  const Vector between = (field.points.rightCols(n - 1) - field.points.leftCols(n - 1)).colwise().squaredNorm();
  double expected = 0;  // its logarithm
  for (Index i = 0; i < size; ++i) {
    Index passing = 0;
    for (Index row = 0; row < n; ++row) passing += field.alone_fits(row, i) ? 1 : 0;
    expected += std::log(std::max<double>(static_cast<double>(passing), 1));
    for (Index j = 0; j < i; ++j) {
      const Window window = field.window(i, j);
      const Index near = ((between.array() - window.middle).abs() <= window.width).count();
      expected += std::log(std::max<double>(static_cast<double>(near), 1) / static_cast<double>(std::max<Index>(n - 1, 1)));
    }
  }
  return std::exp(expected);
}

std::vector<Index> rows_like(const Matrix& known, Index wanted, const Matrix& rows, const Placement& placed,
                             const Tolerance& tolerance) {
  Vector misfit = Vector::Zero(rows.rows());
  for (std::size_t i = 0; i < placed.row.size(); ++i) {
    if (placed.row[i] < 0) continue;
    const Vector apart = (known.row(wanted) - known.row(static_cast<Index>(i))).transpose();
    const Window window = tolerance.distance(apart.squaredNorm(), tolerance.loose_distance(apart));
    const Vector squared = (rows.rowwise() - rows.row(placed.row[i])).rowwise().squaredNorm();
    for (Index row = 0; row < rows.rows(); ++row) {
      const double off = window.off(squared(row));
      misfit(row) += std::fabs(off) <= 1 && row != placed.row[i] ? square(off) : std::numeric_limits<double>::infinity();
    }
  }
  std::vector<Index> like;
  for (Index row = 0; row < rows.rows(); ++row)
    if (std::isfinite(misfit(row))) like.push_back(row);
  std::stable_sort(like.begin(), like.end(), [&](Index a, Index b) { return misfit(a) < misfit(b); });
  return like;
}

}  // namespace guise::attacks
