// SPDX-License-Identifier: Apache-2.0
#include "attacks/record_groups.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace guise::attacks {
namespace {

// Standard deviations of chance beyond which groups differ; records of a group, on average, at least.
constexpr double kClear = 6, kRecordsPerGroup = 8;
constexpr std::int64_t kLengths[] = {20, 50, 100, 250, 1000};  // of runs of records
// A value at the centre of its group tells its spread no better than one this near to it, as a share of the usual distance.
constexpr double kCentre = 0.05;
// Records of the head that are compared with later ones, records of a cycle at most, and standard deviations at which values
// are cut.
constexpr Index kMostLagged = 4000, kLongestCycle = 500;
constexpr double kMostUsual = 4;
// Multiples of a cycle are as alike as the cycle, but for this factor; noise that is used again is like itself by chance, too.
constexpr double kAsAlike = 0.8;

/// How many records later the same noise comes again: the first lag at which records are clearly more alike than at those
/// beside it; 0 where there is none.
std::int64_t period_of(const Matrix& head) {
  const Index n = std::min(head.rows(), kMostLagged), most = std::min(kLongestCycle, static_cast<Index>(n / kRecordsPerGroup));
  if (most < 3) return 0;
  Matrix z = head.topRows(n).rowwise() - head.topRows(n).colwise().mean();
  for (Index j = 0; j < z.cols(); ++j)
    z.col(j) *= 1 / std::max(std::sqrt(z.col(j).squaredNorm() / static_cast<double>(n)), 1e-300);
  z = z.cwiseMax(-kMostUsual).cwiseMin(kMostUsual);
  const auto alike = [&](Index lag) {
    return z.topRows(n - lag).cwiseProduct(z.bottomRows(n - lag)).sum() / static_cast<double>((n - lag) * z.cols());
  };
  Vector likeness(most);
  for (Index lag = 1; lag <= most; ++lag) likeness[lag - 1] = alike(lag);
  const double clear = kClear / std::sqrt(static_cast<double>(n)), best = likeness.maxCoeff();
  for (Index lag = 2; lag < most; ++lag) {
    const double here = likeness[lag - 1], beside = std::max(likeness[lag - 2], likeness[lag]);
    if (here > kAsAlike * best && here > beside + clear) return lag;
  }
  return 0;
}

std::vector<Grouping> all_groupings(const Evidence& evidence, Index side) {
  std::vector<Grouping> out;
  for (Index c = 0; c < side; ++c) out.push_back({Grouping::Kind::column, c, 0, fmt::format("kept or known column {}", c + 1)});
  if (side > 1) out.push_back({Grouping::Kind::together, 0, 0, "all kept and known columns together"});
  for (const std::int64_t length : kLengths)
    if (2 * length <= evidence.records)
      out.push_back({Grouping::Kind::place, 0, length, fmt::format("runs of {} records", length)});
  if (const std::int64_t period = period_of(evidence.head); period > 0)
    out.push_back({Grouping::Kind::cycle, 0, period, fmt::format("places in cycles of {} records", period)});
  return out;
}

/// Logarithms of how far values are from the mean of their group: their means differ where spreads do, whatever the law (after
/// Levene 1960).
Matrix log_distances(const stats::Classes& classes, const Matrix& released) {
  const Matrix means = classes.means(released);
  Matrix out(released.rows(), released.cols());
  for (Index i = 0; i < out.rows(); ++i) out.row(i) = (released.row(i) - means.row(classes.of()[i])).cwiseAbs();
  const Vector usual = out.colwise().mean();
  for (Index j = 0; j < out.cols(); ++j) out.col(j) = out.col(j).array().max(std::max(kCentre * usual[j], 1e-300)).log();
  return out.rowwise() - out.colwise().mean();
}

/// The share of the targets that classes leave, by Akaike's criterion (1974): small groups explain much by chance. Infinite
/// where they do not differ clearly.
double unexplained(const stats::Classes& classes, const Matrix& means, const Matrix& targets) {
  if (apart(classes, means, targets) < kClear) return std::numeric_limits<double>::infinity();
  const auto n = static_cast<double>(targets.rows());
  double out = 2 * static_cast<double>(classes.count() * targets.cols());
  for (Index j = 0; j < targets.cols(); ++j) {
    const double all = targets.col(j).squaredNorm(), left = all - classes.sizes().dot(means.col(j).cwiseAbs2());
    if (all > 0) out += n * std::log(std::max(left / all, 1e-300));
  }
  return out;
}

/// One number for several values: 52 bits of a digest (FNV-1a on words, Fowler et al. 1991).
double one_of(const Vector& values) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const double value : values)
    hash = (hash ^ (std::isnan(value) ? 1 : std::bit_cast<std::uint64_t>(value + 0.0))) * 0x100000001b3U, hash ^= hash >> 29;
  return static_cast<double>(hash >> 12);
}

}  // namespace

Vector Grouping::of(const Matrix& side, const std::vector<std::int64_t>& records) const {
  const auto rows = static_cast<Index>(records.size());
  Vector out = Vector::Zero(rows);
  for (Index i = 0; i < rows; ++i) {
    if (kind == Kind::place) out[i] = static_cast<double>(records[static_cast<std::size_t>(i)] / length);
    if (kind == Kind::cycle) out[i] = static_cast<double>(records[static_cast<std::size_t>(i)] % length);
    if (kind == Kind::column) out[i] = side(i, column);
    if (kind == Kind::together) out[i] = one_of(side.row(i));
  }
  return out;
}

GroupsThatDiffer groups_that_differ(const Evidence& evidence, const Matrix& released) {
  const Index rows = released.rows(), side = evidence.side.cols();
  const std::vector<std::int64_t> records(evidence.sample_records.begin(), evidence.sample_records.begin() + rows);
  const Matrix centred = released.rowwise() - released.colwise().mean();
  GroupsThatDiffer out;
  double mean = std::numeric_limits<double>::infinity(), spread = mean;
  for (const Grouping& grouping : all_groupings(evidence, side)) {
    stats::Classes classes(grouping.of(evidence.side, records));
    if (classes.count() < 2 || static_cast<double>(rows) < kRecordsPerGroup * static_cast<double>(classes.count())) continue;
    const Matrix means = classes.means(centred), distances = log_distances(classes, centred),
                 mean_distances = classes.means(distances);
    if (const double left = unexplained(classes, means, centred); left < mean) mean = left, out.in_mean = {grouping, classes};
    if (const double left = unexplained(classes, mean_distances, distances); left < spread)
      spread = left, out.in_spread = {grouping, std::move(classes)};
  }
  return out;
}

}  // namespace guise::attacks
