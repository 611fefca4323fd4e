// SPDX-License-Identifier: Apache-2.0
#include "attacks/block_gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>

#include "attacks/linear.h"
#include "stats/ridge.h"

namespace guise::attacks {
namespace {

// Released columns beyond this number are not looked at one by one.
constexpr Index kMostReleased = 12;
// Points of the grid where groups may begin; along a released column groups are coarse anyway.
constexpr Index kFine = 40, kCoarse = 10;
// Beyond this width fewer, in proportion, since each of them takes a fit of all columns; and not below this number.
constexpr Index kWide = 100, kFewestPoints = 4;

std::string bytes_of(const MatrixRef& rows, Index i) {
  const Vector row = rows.row(i).transpose();
  return {reinterpret_cast<const char*>(row.data()), static_cast<std::size_t>(row.size()) * sizeof(double)};
}

/// Where the pairs stand in the sample, found by their released records; empty unless all are there, once each.
std::vector<Index> places_of(const Matrix& released, const Evidence& evidence) {
  if (evidence.sample.cols() != released.cols()) return {};
  std::unordered_map<std::string, Index> rows;
  for (Index i = 0; i < evidence.sample.rows(); ++i) {
    const auto [at, fresh] = rows.emplace(bytes_of(evidence.sample, i), i);
    if (!fresh) at->second = -1;
  }
  std::vector<Index> out;
  for (Index i = 0; i < released.rows(); ++i) {
    const auto at = rows.find(bytes_of(released, i));
    if (at == rows.end() || at->second < 0) return {};
    out.push_back(at->second);
  }
  return out;
}

/// A missing value is one as good as any, above all others.
Vector without_gaps(Vector column) {
  for (double& value : column)
    if (std::isnan(value)) value = std::numeric_limits<double>::infinity();
  return column;
}

/// The values of a category that enough pairs have, each a group; one map serves the pairs of all others.
GateGroups by_value(const Regressed& pairs, const Vector& column, Index least) {
  std::map<double, std::vector<Index>> rows;
  for (Index i = 0; i < column.size(); ++i) rows[column(i)].push_back(i);
  GateGroups out;
  std::vector<Index> others;
  for (const auto& [value, own] : rows) {
    if (static_cast<Index>(own.size()) < least) {
      others.insert(others.end(), own.begin(), own.end());
      continue;
    }
    out.values.push_back(value);
    out.error += left_out_error({pairs.features(own, Eigen::all), pairs.targets(own, Eigen::all)});
  }
  if (others.empty()) return out;
  const Matrix centred = pairs.features.rowwise() - pairs.features.colwise().mean();
  const stats::Ridge all = stats::leave_one_out_ridge(stats::gram_of_features(centred), pairs.targets);
  out.error += all.left_out(others, Eigen::all).squaredNorm();
  return out;
}

}  // namespace

Vector Gate::of(const Observed& observed) const {
  if (kind == Kind::known) return own_rows(observed.known, observed).col(column);
  if (kind == Kind::kept) return without_gaps(own_rows(observed.side, observed).col(column));
  if (kind == Kind::released) return own_rows(observed.released, observed).col(column);
  Vector out(observed.count);
  for (Index i = 0; i < observed.count; ++i) out(i) = static_cast<double>(record_of(observed, i));
  return out;
}

std::size_t GateGroups::of(double value) const {
  if (values.empty()) return static_cast<std::size_t>(std::upper_bound(cuts.begin(), cuts.end(), value) - cuts.begin());
  const auto found = std::lower_bound(values.begin(), values.end(), value);
  return found != values.end() && *found == value ? static_cast<std::size_t>(found - values.begin()) : values.size();
}

std::vector<Gate> gates_of(const Pairs& pairs, const Evidence& evidence, const Knowledge& known) {
  std::vector<Gate> out;
  const std::vector<Index> places = places_of(pairs.released, evidence);
  if (known.ordered && !places.empty()) {
    Vector numbers(pairs.released.rows());
    for (Index i = 0; i < numbers.size(); ++i)
      numbers(i) = static_cast<double>(evidence.sample_records[static_cast<std::size_t>(places[static_cast<std::size_t>(i)])]);
    out.push_back({Gate::Kind::place, 0, std::move(numbers), "the place in the file"});
  }
  for (std::size_t i = 0; i < known.known_columns.size(); ++i)
    out.push_back({Gate::Kind::known, static_cast<Index>(i), pairs.originals.col(known.known_columns[i]),
                   fmt::format("known column {}", i + 1)});
  const Index kept = std::ssize(known.side_is_category) - std::ssize(known.known_columns);
  if (!places.empty() && evidence.side.rows() == evidence.sample.rows())
    for (Index j = 0; j < kept; ++j)
      out.push_back({Gate::Kind::kept, j, without_gaps(evidence.side(places, j)), fmt::format("kept column {}", j + 1),
                     static_cast<bool>(known.side_is_category[static_cast<std::size_t>(j)])});
  for (Index j = 0; j < std::min(kMostReleased, pairs.released.cols()); ++j)
    out.push_back({Gate::Kind::released, j, pairs.released.col(j), fmt::format("released column {}", j + 1)});
  return out;
}

GateGroups groups_by(const Gate& gate, const Regressed& pairs, Index least) {
  if (gate.category) return by_value(pairs, gate.pairs, least);
  const Index usual = gate.kind == Gate::Kind::released ? kCoarse : kFine, columns = pairs.features.cols();
  const Index grid = columns > kWide ? std::max(kFewestPoints, usual * kWide / columns) : usual;
  Segments found = find_segments(pairs, gate.pairs, {.least = least, .grid = grid});
  return {.cuts = std::move(found.cuts), .values = {}, .error = found.error};
}

}  // namespace guise::attacks
