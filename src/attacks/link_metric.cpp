// SPDX-License-Identifier: Apache-2.0
#include "attacks/link_metric.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <set>

#include "attacks/column_ranks.h"

namespace guise::attacks {
namespace {

// So many strangers say how unambiguous links are by chance, up to a standard error of 0.03.
constexpr std::size_t kStrangers = 100;
// Fewer strangers, or fewer records to estimate a variance from, say nothing.
constexpr std::size_t kFewest = 20;
constexpr Index kFewestRecords = 5;
// Links that are no more ambiguous than those of this share of the strangers are taken for sure.
constexpr double kFalse = 0.05;
// Nobody is certain that a column was left in clear.
constexpr double kSurely = 0.99;
// Among rows that are equally near in another metric the distance decides: smaller than the least difference there.
constexpr double kTieBreak = 1e-6;

/// Variance of each column's noise: of the release less that of the known records, and not below the latter's standard error.
Vector noise_of_columns(const Vector& released, const Matrix& seen) {
  const auto n = static_cast<double>(seen.rows());
  const Vector own = (seen.rowwise() - seen.colwise().mean()).cwiseAbs2().colwise().sum() / (n - 1);
  const Vector originals = own.cwiseMin(released);
  return (released - originals).cwiseMax((std::sqrt(2 / n) * originals).cwiseMin(released));
}

/// Logarithms of some columns.
Matrix logs(Matrix rows, const std::vector<Index>& columns) {
  for (const Index j : columns) rows.col(j) = rows.col(j).array().max(1e-300).log();
  return rows;
}

LinkMetric by_logs(const Matrix& released, const Matrix& seen, const std::vector<Index>& positive) {
  const stats::Moments moments = stats::moments_of(logs(released, positive));
  Vector sd = noise_of_columns(moments.variance(), logs(seen, positive)).cwiseSqrt();
  for (double& each : sd) each = each > 0 ? 1 / each : 0;
  const auto units = [sd, positive](const Matrix& rows) { return Matrix(logs(rows, positive) * sd.asDiagonal()); };
  return {"logs", [units](const Matrix& wanted, const Matrix& rows) { return distance_costs(units(wanted), units(rows)); }};
}

std::vector<Index> positive_columns(const Matrix& one, const Matrix& other) {
  std::vector<Index> out;
  for (Index j = 0; j < one.cols(); ++j)
    if (one.col(j).minCoeff() > 0 && other.col(j).minCoeff() > 0) out.push_back(j);
  return out;
}

LinkMetric by_distance(std::string_view name, NoiseUnits units) {
  return {name, [units](const Matrix& wanted, const Matrix& rows) { return distance_costs(units.of(wanted), units.of(rows)); }};
}

/// RowCosts of another metric, with the distance where they are equal.
RowCosts broken_by(RowCosts costs, const RowCosts& distance) {
  costs.rounding += kTieBreak * distance.rounding;
  costs.of = [inner = std::move(costs.of), far = distance.of](Index first, Index count) {
    const Matrix away = far(first, count);
    return Matrix(inner(first, count).array() + kTieBreak * away.array() / (1 + away.array()));
  };
  return costs;
}

/// How often a column was left as it is: the share of known records whose value occurs in it, beyond that of strangers, whose
/// values occur by chance. Where everybody's do, nothing tells: one half.
Vector left_in_clear(const Matrix& seen, const Matrix& released) {
  const ColumnRanks ranks(released);
  const Index strangers = std::min<Index>(released.rows(), 2 * static_cast<Index>(kStrangers));
  const Index step = released.rows() / strangers;
  Vector out(seen.cols());
  for (Index j = 0; j < seen.cols(); ++j) {
    double known = 0, by_chance = 0;
    for (Index i = 0; i < seen.rows(); ++i) known += ranks.equal_to(j, seen(i, j)).empty() ? 0 : 1;
    for (Index i = 0; i < strangers; ++i) by_chance += ranks.equal_to(j, released(i * step, j)).size() > 1 ? 1 : 0;
    known /= static_cast<double>(seen.rows());
    by_chance /= static_cast<double>(strangers);
    out(j) = by_chance < 1 ? std::clamp((known - by_chance) / (1 - by_chance), 0.0, kSurely) : 0.5;
  }
  return out;
}

/// What columns cost that have another value than the known record: the logarithm of how much more likely an equal one is of
/// its own record, left in clear with that probability, than of another, n / rows with that value; 0 where no row has it.
RowCosts equality_costs(const Matrix& wanted, const Matrix& rows, const Vector& clear) {
  const auto ranks = std::make_shared<const ColumnRanks>(rows);
  const auto known = std::make_shared<const Matrix>(wanted);
  return {
      .wanted = wanted.rows(), .rows = rows.rows(), .rounding = 1e-12, .of = [ranks, known, clear](Index first, Index count) {
        const auto n = static_cast<double>(ranks->rows());
        Matrix out = Matrix::Zero(ranks->rows(), count);
        for (Index i = 0; i < count; ++i)
          for (Index j = 0; j < known->cols(); ++j) {
            const std::vector<Index> same = ranks->equal_to(j, (*known)(first + i, j));
            if (same.empty()) continue;
            const double weight = std::log1p(clear(j) / (1 - clear(j)) * n / static_cast<double>(same.size()));
            out.col(i).array() += weight;
            for (const Index row : same) out(row, i) -= weight;
          }
        return out;
      }};
}

/// Width of the window: the largest distance between the ranks that the known value and the released one can have.
RowCosts rank_costs(const Matrix& wanted, const Matrix& rows) {
  const auto ranks = std::make_shared<const ColumnRanks>(rows);
  const auto known = std::make_shared<const Matrix>(wanted);
  return {.wanted = wanted.rows(), .rows = rows.rows(), .rounding = 1e-12, .of = [ranks, known](Index first, Index count) {
            Matrix out = Matrix::Zero(ranks->rows(), count);
            for (Index i = 0; i < count; ++i)
              for (Index j = 0; j < known->cols(); ++j) ranks->widen_window(j, (*known)(first + i, j), out.col(i));
            return Matrix(out / static_cast<double>(ranks->rows()));
          }};
}

/// Whether values of known records occur in the release, other than in columns that have hardly any.
bool values_occur(const Matrix& seen, const Matrix& released) {
  const ColumnRanks ranks(released);
  for (Index i = 0; i < seen.rows(); ++i)
    for (Index j = 0; j < seen.cols(); ++j)
      if (const auto same = static_cast<Index>(ranks.equal_to(j, seen(i, j)).size()); same > 0 && 2 * same < released.rows())
        return true;
  return false;
}

std::vector<double> ratios_of(const RowCosts& costs) {
  std::vector<double> out;
  for (const Nearest& each : nearest_rows(costs)) out.push_back(each.ratio());
  return out;
}

/// Rows drawn from the release, no two of them equal, and the rows that are equal to none of these.
struct Strangers {
  std::vector<Index> drawn, others;
};

Strangers draw_strangers(const Matrix& released, const random::Rng& rng) {
  std::map<std::vector<double>, std::vector<Index>> equals;
  for (Index i = 0; i < released.rows(); ++i) {
    const Eigen::RowVectorXd row = released.row(i);
    equals[{row.begin(), row.end()}].push_back(i);
  }
  std::vector<const std::vector<Index>*> groups;
  for (const auto& each : equals) groups.push_back(&each.second);
  std::vector<std::uint64_t> keys(groups.size());
  rng.words(0, 0, keys);
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  const std::size_t count = std::min(kStrangers, groups.size() / 4);
  Strangers out;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::vector<Index>& group = *groups[order[i]];
    if (i < count)
      out.drawn.push_back(group.front());
    else
      out.others.insert(out.others.end(), group.begin(), group.end());
  }
  std::sort(out.others.begin(), out.others.end());
  return out;
}

/// Share of pairs in which the known record's ratio is the smaller one, ties half.
double advantage_of(const std::vector<double>& known, const std::vector<double>& strangers) {
  double wins = 0;
  for (const double one : known)
    for (const double other : strangers) wins += one < other ? 1 : one == other ? 0.5 : 0;
  return wins / (static_cast<double>(known.size()) * static_cast<double>(strangers.size()));
}

}  // namespace

std::vector<LinkMetric> link_metrics(const Evidence& evidence, const Matrix& seen, const Sighting& sight) {
  const NoiseUnits units = noise_units(evidence, sight);
  std::vector<LinkMetric> all{by_distance("distance", units)};
  const auto broken = [units](const RowCosts& costs, const Matrix& wanted, const Matrix& rows) {
    return broken_by(costs, distance_costs(units.of(wanted), units.of(rows)));
  };
  if (!sight.noise_known && seen.rows() >= kFewestRecords) {
    const Vector variance = evidence.moments.covariance().diagonal();
    Sighting estimated{sight.channel, true};
    estimated.channel.covariance = noise_of_columns(variance, seen).asDiagonal();
    all.push_back(by_distance("weighted", noise_units(evidence, estimated)));
  }
  if (seen.cols() == evidence.sample.cols() && values_occur(seen, evidence.sample))
    all.push_back({"equal", [broken, clear = left_in_clear(seen, evidence.sample)](const Matrix& wanted, const Matrix& rows) {
                     return broken(equality_costs(wanted, rows, clear), wanted, rows);
                   }});
  if (sight.described) return all;
  if (const std::vector<Index> positive = positive_columns(seen, evidence.sample);
      seen.rows() >= kFewestRecords && !positive.empty())
    all.push_back(by_logs(evidence.sample, seen, positive));
  if (seen.cols() == evidence.sample.cols())
    all.push_back({"ranks", [broken](const Matrix& wanted, const Matrix& rows) {
                     return broken(rank_costs(wanted, rows), wanted, rows);
                   }});
  return all;
}

MetricChoice choose_metric(const std::vector<LinkMetric>& metrics, const Matrix& seen, const Matrix& released,
                           const random::Rng& rng) {
  const Strangers strangers = draw_strangers(released, rng);
  MetricChoice best;
  if (strangers.drawn.size() < kFewest) return best;
  const Matrix drawn = released(strangers.drawn, Eigen::all), others = released(strangers.others, Eigen::all);
  const double error =  // of a mean of ranks, each uniform by chance, on both sides
      std::sqrt((1 / static_cast<double>(seen.rows()) + 1 / static_cast<double>(strangers.drawn.size())) / 12);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    std::vector<double> control = ratios_of(metrics[i].costs(drawn, others));
    const double found = advantage_of(ratios_of(metrics[i].costs(seen, released)), control);
    if (i > 0 && !(found > best.advantage + (best.metric == 0 ? error : 0))) continue;
    std::sort(control.begin(), control.end());
    best = {i, found, control[static_cast<std::size_t>(kFalse * static_cast<double>(control.size()))]};
  }
  return best;
}

}  // namespace guise::attacks
