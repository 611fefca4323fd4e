// SPDX-License-Identifier: Apache-2.0
#include "stats/cell_information.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace guise::stats {
namespace {

using Cells = std::vector<int>;
using Pair = CellTable::Pair;

constexpr double kRecordsPerCell = 5;  // of the joint table: the usual least for a table of counts
constexpr int kFewestCells = 4;        // per attribute; coarser ones hide dependence that is not monotone, so pairs are better
constexpr int kMostCells = 8;          // finer ones add noise faster than they add dependence
constexpr std::size_t kMostPairs = 500;  // drawn by key when there are more

double entropy(const std::vector<std::int64_t>& counts, double total) {
  double sum = 0;
  for (const std::int64_t count : counts)
    if (count > 0) sum += static_cast<double>(count) * std::log(static_cast<double>(count));
  return std::log(total) - sum / total;
}

std::vector<Pair> pairs_of(std::size_t attributes, const random::Rng& rng) {
  std::vector<Pair> out;
  for (std::size_t i = 0; i < attributes; ++i)
    for (std::size_t j = 0; j < i; ++j) out.push_back({j, i});
  if (out.size() <= kMostPairs) return out;
  std::vector<std::uint64_t> words(out.size());
  rng.words(0, 0, words);
  for (std::size_t i = 0; i < kMostPairs; ++i) std::swap(out[i], out[i + words[i] % (out.size() - i)]);
  out.resize(kMostPairs);
  return out;
}

/// The same for two columns without copying them: it is called for every pair of every shuffle.
double pair_information(const Cells& first, const Cells& second, int cells) {
  const auto width = static_cast<std::size_t>(cells);
  std::vector<std::int64_t> joint(width * width, 0), rows(width, 0), columns(width, 0);
  for (std::size_t i = 0; i < first.size(); ++i)
    ++joint[static_cast<std::size_t>(first[i]) * width + static_cast<std::size_t>(second[i])];
  for (std::size_t i = 0; i < joint.size(); ++i) {
    rows[i / width] += joint[i];
    columns[i % width] += joint[i];
  }
  const auto total = static_cast<double>(first.size());
  return entropy(rows, total) + entropy(columns, total) - entropy(joint, total);
}

}  // namespace

std::vector<int> equal_count_cells(const Vector& values, int cells) {
  const auto count = static_cast<std::size_t>(values.size());
  std::vector<Index> order(count);
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return values[a] < values[b]; });
  std::vector<int> out(count);
  for (std::size_t from = 0, to = 0; from < count; from = to) {
    while (to < count && values[order[to]] == values[order[from]]) ++to;
    const std::size_t middle = (from + to - 1) / 2;  // the rank that equal values share
    for (std::size_t i = from; i < to; ++i)
      out[static_cast<std::size_t>(order[i])] = static_cast<int>(middle * static_cast<std::size_t>(cells) / count);
  }
  return out;
}

double mutual_information(const std::vector<std::vector<int>>& columns, int cells) {
  const std::size_t records = columns.front().size();
  const auto width = static_cast<std::size_t>(cells);
  std::vector<std::size_t> code(records, 0);
  double marginal = 0;
  std::size_t table = 1;
  for (const Cells& column : columns) {
    std::vector<std::int64_t> counts(width, 0);
    for (std::size_t i = 0; i < records; ++i) {
      ++counts[static_cast<std::size_t>(column[i])];
      code[i] = code[i] * width + static_cast<std::size_t>(column[i]);
    }
    marginal += entropy(counts, static_cast<double>(records));
    table *= width;
  }
  std::vector<std::int64_t> joint(table, 0);
  for (const std::size_t cell : code) ++joint[cell];
  return marginal - entropy(joint, static_cast<double>(records));
}

CellTable cut_into_cells(const Matrix& records, const random::Rng& rng) {
  const double full = static_cast<double>(records.rows()) / kRecordsPerCell;
  const double finest = std::pow(full, 1 / static_cast<double>(records.cols()));
  const bool joint = finest >= kFewestCells;
  CellTable out;
  out.cells = std::clamp(static_cast<int>(joint ? finest : std::sqrt(full)), 2, kMostCells);
  for (Index j = 0; j < records.cols(); ++j) out.columns.push_back(equal_count_cells(records.col(j), out.cells));
  if (!joint) out.pairs = pairs_of(out.columns.size(), rng);
  return out;
}

double mutual_information(const CellTable& table) {
  if (table.pairs.empty()) return mutual_information(table.columns, table.cells);
  double sum = 0;
  for (const Pair& pair : table.pairs)
    sum += pair_information(table.columns[pair.first], table.columns[pair.second], table.cells);
  return sum;
}

}  // namespace guise::stats
