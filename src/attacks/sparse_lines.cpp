// SPDX-License-Identifier: Apache-2.0
#include "attacks/sparse_lines.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "random/laws.h"

namespace guise::attacks {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
// Shares of the records looked at, the farthest out. A tenth (beyond section 1.10) has clear directions where small values are
// not quite 0, but hardly a record of an attribute with a short column: where more of them fit better, more are taken.
constexpr double kShares[] = {0.1, 0.3, 1};
constexpr std::size_t kMostRecords = 1000;  // enough for lines, and few enough for many restarts
constexpr int kRestarts = 50, kRounds = 20;
constexpr double kOnLine = 3 * kDegree;
constexpr double kWidths[] = {4 * kDegree, 2 * kDegree, kDegree};  // of the kernel, from wide to narrow

/// A share of the records that are not 0, the farthest out, brought to length 1.
Matrix strong_directions(const Matrix& records, double share) {
  const Vector length = records.rowwise().norm();
  const double rounding = 1e-9 * length.maxCoeff();
  std::vector<Index> order;
  for (Index i = 0; i < length.size(); ++i)
    if (length[i] > rounding) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return length[a] > length[b]; });
  order.resize(static_cast<std::size_t>(std::ceil(share * static_cast<double>(order.size()))));
  const std::size_t step = order.size() / kMostRecords + 1;
  std::vector<Index> chosen;
  for (std::size_t i = 0; i < order.size(); i += step) chosen.push_back(order[i]);
  return records(chosen, Eigen::all).rowwise().normalized();
}

/// The first lines run through records, each chosen with a probability that grows with the angle to those before (k-means++).
Matrix seeds(const Matrix& u, Index lines, const random::Rng& rng, std::uint32_t start) {
  std::vector<double> draw(static_cast<std::size_t>(lines));
  random::fill_uniform(rng, start, 0, draw);
  Matrix centers(lines, u.cols());
  Vector weight = Vector::Ones(u.rows());
  for (Index j = 0; j < lines; ++j) {
    double left = draw[static_cast<std::size_t>(j)] * weight.sum();
    Index chosen = 0;
    while (chosen + 1 < u.rows() && (left -= weight[chosen]) > 0) ++chosen;
    centers.row(j) = u.row(chosen);
    weight = weight.cwiseMin((1 - (u * u.row(chosen).transpose()).array().square()).max(0).matrix());
  }
  return centers;
}

/// Each line becomes the mean of records on its side, after those beyond are folded over. Weights are 0 or positive.
void recenter(const Matrix& u, const Matrix& cosine, const Matrix& weight, Matrix& centers) {
  const Matrix sums = (weight.array() * cosine.array().sign()).matrix().transpose() * u;
  for (Index j = 0; j < centers.rows(); ++j)
    if (const double length = sums.row(j).norm(); length > 0) centers.row(j) = sums.row(j) / length;
}

/// Spherical k-means: every record belongs to the line at the smallest angle.
void cluster(const Matrix& u, Matrix& centers) {
  for (int round = 0; round < kRounds; ++round) {
    const Matrix cosine = u * centers.transpose();
    Matrix member = Matrix::Zero(u.rows(), centers.rows());
    for (Index i = 0; i < u.rows(); ++i) {
      Index nearest = 0;
      cosine.row(i).cwiseAbs().maxCoeff(&nearest);
      member(i, nearest) = 1;
    }
    recenter(u, cosine, member, centers);
  }
}

Matrix kernel(const Matrix& cosine, double width) {
  return ((cosine.array().square() - 1) / (2 * square(std::sin(width)))).exp();
}

/// Records with two attributes away from their usual value lie beside the lines and would pull them: a kernel that narrows
/// leaves them out.
void sharpen(const Matrix& u, Matrix& centers) {
  for (const double width : kWidths)
    for (int round = 0; round < 5; ++round) {
      const Matrix cosine = u * centers.transpose();
      recenter(u, cosine, kernel(cosine, width), centers);
    }
}

Matrix best_lines(const Matrix& u, Index lines, const random::Rng& rng) {
  std::vector<Matrix> found(kRestarts);
  Vector held(kRestarts);
  tbb::parallel_for(0, kRestarts, [&](int start) {
    Matrix centers = seeds(u, lines, rng, static_cast<std::uint32_t>(start));
    cluster(u, centers);
    sharpen(u, centers);
    held[start] = kernel(u * centers.transpose(), kDegree).rowwise().maxCoeff().sum();
    found[static_cast<std::size_t>(start)] = std::move(centers);
  });
  Index best = 0;
  held.maxCoeff(&best);
  return found[static_cast<std::size_t>(best)];
}

}  // namespace

double on_line() {
  return std::cos(kOnLine);
}

SparseLines sparse_lines(const Matrix& records, Index count, const random::Rng& rng) {
  SparseLines best{Matrix(0, records.cols()), 0};
  for (const double share : kShares) {
    const Matrix u = strong_directions(records, share);
    if (u.rows() < count) continue;
    const Matrix directions = best_lines(u, count, rng);
    const Vector nearest = (u * directions.transpose()).cwiseAbs().rowwise().maxCoeff();
    const double on_lines = (nearest.array() > on_line()).cast<double>().mean();
    if (on_lines > best.share) best = {directions, on_lines};
  }
  return best;
}

}  // namespace guise::attacks
