// SPDX-License-Identifier: Apache-2.0
#include "audit/owners.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "linalg/blas.h"
#include "linalg/pairwise.h"
#include "linalg/spectrum.h"
#include "random/laws.h"
#include "stats/ordered_merge.h"
#include "table/blocks.h"

namespace guise::audit {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// Squared distances, in variances of the noise, that count as one place: twins among the originals, and rounding errors of the
// distances, which are some 1e-16 of squared lengths of at most 1 / kLeastNoise for each column.
constexpr double kSamePlace = 1e-4;
constexpr double kRounding = 1e-13;  // of an eigenvalue, in the largest
// Released rows compared with a block of originals at a time: 512 x 1024 distances are 4 MiB.
constexpr Index kRows = 512;
// Share of the places that owners at random would fill. Where many people are alike it is a little less; a wrong channel has
// a few originals for all.
constexpr double kLeastFilled = 0.8;

/// Puts one more pair of squared distances, to the nearest and to the next place, into another.
void merge_places(double& nearest, double& second, double other_nearest, double other_second) {
  if (other_nearest < nearest) {
    std::swap(nearest, other_nearest);
    std::swap(second, other_second);
  }
  second = std::min(second, other_second);
  if (other_nearest > nearest + kSamePlace) second = std::min(second, other_nearest);
}

double log_of_sum(double a, double b) {
  const double larger = std::max(a, b);
  return larger == -kInfinite ? larger : larger + std::log1p(std::exp(std::min(a, b) - larger));
}

/// A block of originals as the released row i sees it: squared distances d, at least one finite.
struct Seen {
  const NoiseScales& scales;
  Index nearest = 0;
  double least = kInfinite, second = kInfinite, reach = kInfinite, log_nearest = 0, weight = 0;

  Seen(const Eigen::Ref<const Vector>& d, const NoiseScales& law) : scales(law) {
    least = d.minCoeff(&nearest);
    reach = scales.reach(least);
    log_nearest = scales.log_density(least);
    for (const double each : d) {
      if (each > least + kSamePlace) second = std::min(second, each);
      if (each < reach) weight += relative(each);
    }
  }
  /// Density at a squared distance, over that at the nearest one.
  double relative(double squared) const { return std::exp(scales.log_density(squared) - log_nearest); }
  double log_weight() const { return std::log(weight) + log_nearest; }

  /// The original at a share u of the weight.
  Index drawn(const Eigen::Ref<const Vector>& d, double u) const {
    double left = u * weight;
    for (Index j = 0; j < d.size(); ++j)
      if (d[j] < reach && (left -= relative(d[j])) <= 0) return j;
    return nearest;
  }
};

/// Both sides in standard deviations of the noise.
class Comparing {
 public:
  Comparing(const Sought& sought, const linalg::Affine& channel, const std::optional<random::Rng>& draw)
      : sought_(sought), channel_(channel), draw_(draw) {
    whitening_ = whitening_of(channel.covariance);
    released_ = (sought.rows.rowwise() - channel.shift.transpose()) * whitening_;
  }

  /// `record`: number of the first of these originals; `numbers`: of all of them where some were left out.
  Owners with(std::int64_t record, const MatrixRef& originals, const Originals& all,
              const std::vector<std::int64_t>& numbers) const {
    Owners out(released_.rows(), originals.cols());
    const Matrix images = all.seen(originals) * (channel_.map.transpose() * whitening_);
    const auto number = [&](Index j) { return numbers.empty() ? record + j : numbers[static_cast<std::size_t>(j)]; };
    for (Index first = 0; first < released_.rows(); first += kRows) {
      const Index count = std::min(kRows, released_.rows() - first);
      Matrix distances = linalg::squared_distances(images, released_.middleRows(first, count));
      for (Index i = 0; i < count; ++i) {
        leave_out(first + i, number(0), number(originals.rows() - 1), distances.col(i), number);
        take(first + i, record / table::kBlock, distances.col(i), originals, number, out);
      }
    }
    return out;
  }

 private:
  void leave_out(Index row, std::int64_t from, std::int64_t to, Eigen::Ref<Vector> distances, const auto& number) const {
    if (sought_.but.empty()) return;
    const std::int64_t but = sought_.but[static_cast<std::size_t>(row)];
    if (but < from || but > to) return;
    for (Index j = 0; j < distances.size(); ++j)
      if (number(j) == but) distances[j] = kInfinite;
  }

  void take(Index row, std::int64_t block, const Eigen::Ref<const Vector>& distances, const MatrixRef& originals,
            const auto& number, Owners& out) const {
    if (distances.minCoeff() == kInfinite) return;  // the only one was left out
    const Seen seen(distances, sought_.scales);
    Index taken = seen.nearest;
    out.nearest[row] = seen.least;
    out.second[row] = seen.second;
    out.log_nearest[row] = seen.log_nearest;
    out.log_weight[row] = seen.log_weight();
    out.score[row] = -seen.least;
    if (draw_) {
      // The block with the largest log weight plus Gumbel noise is drawn in proportion to the weights (Gumbel 1954), in
      // whatever order blocks come.
      double u[2];
      random::fill_uniform(*draw_, static_cast<std::uint32_t>(row), 2 * static_cast<std::uint64_t>(block), u);
      out.score[row] = out.log_weight[row] - std::log(-std::log(u[0]));
      taken = seen.drawn(distances, u[1]);
    }
    out.rows.row(row) = originals.row(taken);
    out.records[static_cast<std::size_t>(row)] = number(taken);
  }

  const Sought& sought_;
  const linalg::Affine& channel_;
  const std::optional<random::Rng>& draw_;
  Matrix whitening_, released_;
};

}  // namespace

Matrix whitening_of(const Matrix& noise) {
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(noise);
  const double least = std::max(kLeastNoise, kRounding * spectrum.values[0]);
  return spectrum.vectors * spectrum.values.cwiseMax(least).cwiseSqrt().cwiseInverse().asDiagonal() *
         spectrum.vectors.transpose();
}

StandardUnits::StandardUnits(Vector means, const Vector& variance)
    : mean(std::move(means)), sd(variance.unaryExpr([](double v) { return v > 0 ? std::sqrt(v) : 1; })) {}

Matrix StandardUnits::of(const MatrixRef& rows) const {
  return (rows.rowwise() - mean.transpose()) * sd.cwiseInverse().asDiagonal();
}

Owners::Owners(Index count, Index attributes)
    : rows(Matrix::Zero(count, attributes)),
      records(static_cast<std::size_t>(count), -1),
      nearest(Vector::Constant(count, kInfinite)),
      second(nearest),
      log_nearest(-nearest),
      log_weight(-nearest),
      score(-nearest) {}

void Owners::merge(const Owners& later) {
  for (Index i = 0; i < later.score.size(); ++i) {
    merge_places(nearest[i], second[i], later.nearest[i], later.second[i]);
    log_nearest[i] = std::max(log_nearest[i], later.log_nearest[i]);
    log_weight[i] = log_of_sum(log_weight[i], later.log_weight[i]);
    if (later.score[i] <= score[i]) continue;
    score[i] = later.score[i];
    rows.row(i) = later.rows.row(i);
    records[static_cast<std::size_t>(i)] = later.records[static_cast<std::size_t>(i)];
  }
}

Vector Owners::certainty() const {
  return (log_nearest - log_weight).array().exp();
}

bool Owners::crowded(Index count, std::int64_t originals) const {
  const std::set<std::int64_t> distinct(records.begin(), records.begin() + count);
  // Owners drawn at random, where nothing is told, fill n (1 - exp(-rows / n)) of n places. Those that are told fill more.
  const double n = static_cast<double>(originals), expected = n * -std::expm1(-static_cast<double>(count) / n);
  return static_cast<double>(distinct.size()) < kLeastFilled * expected;
}

Owners find_owners(const Sought& sought, const linalg::Affine& channel, const Originals& originals,
                   const std::optional<random::Rng>& draw) {
  linalg::use_one_blas_thread();
  const Comparing comparing(sought, channel, draw);
  stats::OrderedMerge<Owners> merge;
  originals.table.scan(originals.selection, originals.work, [&](const table::Chunk& chunk) {
    table::for_numbered_blocks(chunk,
                               [&](std::int64_t record, const MatrixRef& rows, const std::vector<std::int64_t>& numbers) {
                                 merge.add(record / table::kBlock, comparing.with(record, rows, originals, numbers));
                               });
  });
  Owners found = merge.finish(Owners(sought.rows.rows(), static_cast<Index>(originals.selection.attributes.size())));
  found.nearest = found.nearest.cwiseSqrt();
  found.second = found.second.cwiseSqrt();
  return found;
}

}  // namespace guise::audit
