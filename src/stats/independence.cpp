// SPDX-License-Identifier: Apache-2.0
#include "stats/independence.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/cell_information.h"
#include "stats/empirical.h"
#include "stats/multivariance.h"

namespace guise::stats {
namespace {

/// The statistics of a table, all large for dependence, as columns of the table of draws. Sums see dependence of many
/// attributes, largest ones that of two among many.
enum Column : Index {
  kCorrelationSum,
  kCorrelationMost,
  kMomentSum,
  kMomentMost,
  kDistanceSum,
  kDistanceMost,
  kThird,
  kFourth,
  kFifth,
  kInformation,
  kColumns
};
static_assert(kFifth - kThird == Multivariance::kHighest - 3);

// Multiplications for the correlations of all shuffles: about half a second. Tables of over 70 attributes then use fewer than
// 2000 of their records, but never fewer than 50.
constexpr double kCorrelationWork = 4e9;
constexpr Index kLeastRecords = 50;
// Beyond, so few records would not keep to that work, which grows with the square of the attributes: 5,000 took hours.
constexpr Index kMostAttributes = 400;

/// Columns of mean 0 and length 1, so that products are correlations; zeros for a constant.
Matrix unit_columns(Matrix columns) {
  for (auto column : columns.colwise()) {
    const double size = column.cwiseAbs().maxCoeff();
    column.array() -= column.mean();
    const double length = column.norm();
    column *= length > 1e-12 * size * std::sqrt(static_cast<double>(column.size())) ? 1 / length : 0;
  }
  return columns;
}

/// Scores and, beside them, their squares without what is linear in the score: correlations between these are the moments of
/// order 2 to 4 by which independent components are told from others.
Matrix moments_of_scores(const Matrix& scores) {
  const Index m = scores.cols();
  Matrix out(scores.rows(), 2 * m);
  out.leftCols(m) = unit_columns(scores);
  Matrix squares = unit_columns(scores.cwiseAbs2());
  for (Index j = 0; j < m; ++j) squares.col(j) -= out.col(j).dot(squares.col(j)) * out.col(j);
  out.rightCols(m) = unit_columns(squares);
  return out;
}

/// What the statistics are computed from. Shuffling a table moves the entries of each attribute, and these with them.
struct Prepared {
  Matrix plain, moments, scores;
  CellTable cells;
  Index distance_records;
};

Index affordable_records(const Matrix& records, int shuffles, double work) {
  const auto m = static_cast<double>(records.cols());
  const double orders = static_cast<double>(std::min(records.cols(), Multivariance::kHighest));
  const double each = m * (m + 2 * orders + 8) * (shuffles + 1);
  return std::min(records.rows(), static_cast<Index>(std::sqrt(2 * work / each)));
}

/// Spread evenly over the table, whatever they hold: shuffles of these alone keep the level exact.
Matrix affordable_attributes(const Matrix& records) {
  const Index count = std::min(records.cols(), kMostAttributes);
  Matrix out(records.rows(), count);
  for (Index j = 0; j < count; ++j) out.col(j) = records.col(j * records.cols() / count);
  return out;
}

Matrix affordable_part(const Matrix& records, int shuffles) {
  const double each = square(2 * static_cast<double>(records.cols())) * (shuffles + 1);
  const auto most = std::max(kLeastRecords, static_cast<Index>(kCorrelationWork / each));
  return records.rows() <= most ? records : spread_rows(records, most);
}

Prepared prepare(const Matrix& records, int shuffles, const random::Rng& rng, double work) {
  Prepared out{.plain = unit_columns(records),
               .moments = {},
               .scores = normal_scores(records),
               .cells = cut_into_cells(records, rng.fork("pairs")),
               .distance_records = affordable_records(records, shuffles, work)};
  out.moments = moments_of_scores(out.scores);
  return out;
}

std::vector<Index> shuffled_order(Index count, const random::Rng& rng, std::uint32_t stream) {
  std::vector<std::uint64_t> words(static_cast<std::size_t>(count));
  rng.words(stream, 0, words);
  std::vector<Index> order(words.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[words[i - 1] % i]);
  return order;
}

Prepared shuffled(const Prepared& table, const random::Rng& rng) {
  Prepared out = table;
  const Index m = table.plain.cols();
  for (Index j = 0; j < m; ++j) {
    const std::vector<Index> order = shuffled_order(table.plain.rows(), rng, static_cast<std::uint32_t>(j));
    out.plain.col(j) = table.plain.col(j)(order);
    out.scores.col(j) = table.scores.col(j)(order);
    for (const Index k : {j, j + m}) out.moments.col(k) = table.moments.col(k)(order);
    const auto& from = table.cells.columns[static_cast<std::size_t>(j)];
    auto& to = out.cells.columns[static_cast<std::size_t>(j)];
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[static_cast<std::size_t>(order[i])];
  }
  return out;
}

/// Sum and largest of the squared correlations between columns of different attributes; column j belongs to attribute j % m.
struct Summary {
  double sum = 0, most = 0;
};
Summary squared_correlations(const Matrix& unit, Index attributes) {
  const Matrix products = unit.transpose() * unit;
  Summary out;
  for (Index i = 0; i < unit.cols(); ++i)
    for (Index j = 0; j < i; ++j) {
      if (i % attributes == j % attributes) continue;
      out.sum += square(products(i, j));
      out.most = std::max(out.most, square(products(i, j)));
    }
  return out;
}

Vector statistics_of(const Prepared& table) {
  const Index m = table.plain.cols();
  Vector out(static_cast<Index>(kColumns));
  const Summary plain = squared_correlations(table.plain, m), moments = squared_correlations(table.moments, m);
  out[kCorrelationSum] = plain.sum;
  out[kCorrelationMost] = plain.most;
  out[kMomentSum] = moments.sum;
  out[kMomentMost] = moments.most;
  const Multivariance distances = multivariance(spread_rows(table.scores, table.distance_records));
  const Matrix pairs = distances.pairs.triangularView<Eigen::StrictlyUpper>();
  out[kDistanceSum] = pairs.sum();
  out[kDistanceMost] = pairs.maxCoeff();
  for (std::size_t order = 0; order < distances.orders.size(); ++order)
    out[kThird + static_cast<Index>(order)] = distances.orders[order];
  out[kInformation] = mutual_information(table.cells);
  return out;
}

}  // namespace

Independence test_independence(const Matrix& records, int shuffles, const random::Rng& rng, double work) {
  if (records.rows() < 2 || records.cols() < 2) return {};
  const Prepared table = prepare(affordable_part(affordable_attributes(records), shuffles), shuffles, rng, work);
  const Vector found = statistics_of(table);
  const Matrix draws = null_rows(shuffles, kColumns, rng.fork("shuffles"),
                                 [&](const random::Rng& own) { return statistics_of(shuffled(table, own)); });
  const auto test = [&](Index from, Index to, double statistic) {
    return Significance{statistic, combined_p_value(found.segment(from, to - from), draws.middleCols(from, to - from))};
  };
  return {.covariance = test(kCorrelationSum, kMomentSum, std::sqrt(found[kCorrelationMost])),
          .pairs = test(kMomentSum, kThird, found[kDistanceMost]),
          .joint = test(kThird, kInformation, found[kThird]),
          .information = test(kInformation, kColumns, found[kInformation]),
          .cells = table.cells.cells,
          .cell_pairs = static_cast<std::int64_t>(table.cells.pairs.size()),
          .distance_records = table.distance_records,
          .attributes = table.plain.cols(),
          .p_value = combined_p_value(found, draws)};
}

}  // namespace guise::stats
