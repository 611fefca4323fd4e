// SPDX-License-Identifier: Apache-2.0
#include "attacks/uneven_noise.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

#include "stats/noise_law.h"

namespace guise::attacks {
namespace {

// Cells of 0.4 standard deviations of the originals, 3.2 to either side.
constexpr Index kCells = 18;
constexpr double kWidth = 0.4;
constexpr int kIterations = 25;
// Records that a cell's neighbours count for: cells with few of their own follow them.
constexpr double kNeighbours = 8;
// Noise is not taken for less than this share of a column's variance.
constexpr double kLeast = 1e-8;
// Records of which sums are kept together, in an order that does not depend on threads.
constexpr Index kRecordsAtOnce = 64;

/// Expected squares of the noise and numbers of records, a row per cell and a column per attribute.
struct Counts {
  Matrix squares, records;
  Counts(Index cells, Index columns) : squares(Matrix::Zero(cells, columns)), records(Matrix::Zero(cells, columns)) {}
  void add(const Counts& other) { squares += other.squares, records += other.records; }
};

Counts counted(const UnevenPosterior& posterior, const Matrix& released) {
  const Index n = released.rows(), m = released.cols(), blocks = (n + kRecordsAtOnce - 1) / kRecordsAtOnce;
  std::vector<Counts> parts(static_cast<std::size_t>(blocks), Counts(kCells, m));
  tbb::parallel_for(Index{0}, blocks, [&](Index block) {
    Counts& part = parts[static_cast<std::size_t>(block)];
    for (Index i = block * kRecordsAtOnce; i < std::min(n, (block + 1) * kRecordsAtOnce); ++i) {
      const UnevenPosterior::Answer answer = posterior.find(released.row(i).transpose(), true);
      for (Index j = 0; j < static_cast<Index>(answer.cells.size()); ++j) {
        const CellPosterior& cells = answer.cells[static_cast<std::size_t>(j)];
        part.records.col(j) += cells.weight;
        part.squares.col(j) +=
            cells.weight.cwiseProduct(cells.variance + (cells.mean.array() - released(i, j)).square().matrix());
      }
    }
  });
  Counts sum(kCells, m);
  for (const Counts& part : parts) sum.add(part);
  return sum;
}

Counts counted(const std::vector<VarianceTable>& noise, const std::optional<Pairs>& pairs) {
  Counts sum(kCells, static_cast<Index>(noise.size()));
  if (!pairs) return sum;
  for (Index j = 0; j < static_cast<Index>(noise.size()); ++j)
    for (Index i = 0; i < pairs->originals.rows(); ++i) {
      const Index cell = noise[static_cast<std::size_t>(j)].cell_of(pairs->originals(i, j));
      sum.records(cell, j) += 1;
      sum.squares(cell, j) += square(pairs->released(i, j) - pairs->originals(i, j));
    }
  return sum;
}

/// New variances of a column, on average what they are known to be.
void update(VarianceTable& noise, const Vector& squares, const Vector& records, double average, double least) {
  const Vector old = noise.variance;
  for (Index b = 0; b < kCells; ++b) {
    const double around = (old(std::max<Index>(b - 1, 0)) + old(std::min<Index>(b + 1, kCells - 1))) / 2;
    noise.variance(b) = (squares(b) + kNeighbours * around) / (records(b) + kNeighbours);
  }
  const double now = noise.variance.dot(records) / records.sum();
  if (now > 0) noise.variance *= average / now;
  noise.variance = noise.variance.cwiseMax(least);
}

}  // namespace

std::vector<VarianceTable> learn_uneven(const Matrix& released, const Vector& mean, const Matrix& covariance,
                                        const Vector& average, const std::optional<Pairs>& pairs) {
  std::vector<VarianceTable> noise;
  for (Index j = 0; j < mean.size(); ++j) {
    const double sd = std::sqrt(std::max(covariance(j, j), 0.0)), width = sd > 0 ? kWidth * sd : 1;
    noise.push_back({.least = mean(j) - static_cast<double>(kCells - 2) / 2 * width,
                     .width = width,
                     .variance = Vector::Constant(kCells, std::max(average(j), kLeast * sd * sd))});
  }
  const Counts known = counted(noise, pairs);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    Counts all = counted(UnevenPosterior({mean, covariance, noise}), released);
    all.add(known);
    for (Index j = 0; j < mean.size(); ++j)
      if (covariance(j, j) > 0)
        update(noise[static_cast<std::size_t>(j)], all.squares.col(j), all.records.col(j), average(j),
               kLeast * covariance(j, j));
  }
  return noise;
}

double unevenness(const VarianceTable& noise, double mean, double sd) {
  constexpr double kCommon = 0.03;  // share of a Gaussian column that a cell must hold
  double least = 0, most = 0;
  for (Index b = 1; b + 1 < noise.cells(); ++b) {
    const double low = noise.least + static_cast<double>(b - 1) * noise.width - mean;
    const double share =
        stats::noise_cdf(random::Law::gaussian, sd, low + noise.width) - stats::noise_cdf(random::Law::gaussian, sd, low);
    if (share < kCommon) continue;
    least = least > 0 ? std::min(least, noise.variance(b)) : noise.variance(b);
    most = std::max(most, noise.variance(b));
  }
  return least > 0 ? std::sqrt(most / least) : 1;
}

}  // namespace guise::attacks
