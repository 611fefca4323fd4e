// SPDX-License-Identifier: Apache-2.0
// Groups of records that were masked each in a way of their own: another rotation for every block of rows, noise whose size
// depends on a column. Known pairs show the way back of each group, and a column shows who is of which: the place in the file,
// a column that is known of everybody, or a released one. The column and its cuts are chosen by leave-one-out.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <unordered_map>

#include "attacks/alignment.h"
#include "attacks/known_columns.h"
#include "attacks/pair_regression.h"
#include "attacks/segments.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs};
constexpr Fact uses[] = {Fact::columns};
constexpr Want wants[] = {Want::moments, Want::sample};

constexpr Index kLeastPairs = 20, kMostPairs = 1000;
// Released columns beyond this number are not looked at one by one.
constexpr Index kMostReleased = 12;
// Points of the grid along a released column, where groups are coarse anyway.
constexpr Index kCoarse = 10;
// Groups are taken where they leave less than this share of what one fit leaves: many columns and cuts are tried.
constexpr double kClearly = 0.75;

/// A column that may tell groups apart: of the pairs, and of any record.
struct Gate {
  enum class Kind { place, known, released } kind;
  Index column = 0;
  Vector pairs;
  std::string name;

  Vector of(const Observed& observed) const {
    if (kind == Kind::known) return own_rows(observed.known, observed).col(column);
    if (kind == Kind::released) return own_rows(observed.released, observed).col(column);
    Vector out(observed.count);
    for (Index i = 0; i < observed.count; ++i) {
      const Index row = observed.before + i;
      out(i) = static_cast<double>(observed.records.empty() ? observed.first_record + row
                                                            : observed.records[static_cast<std::size_t>(row)]);
    }
    return out;
  }
};

std::string bytes_of(const MatrixRef& rows, Index i) {
  const Vector row = rows.row(i).transpose();
  return {reinterpret_cast<const char*>(row.data()), static_cast<std::size_t>(row.size()) * sizeof(double)};
}

/// The record numbers of the pairs, found by their released records; empty unless all are there, once each.
Vector places_of(const Matrix& released, const Evidence& evidence) {
  if (evidence.sample.cols() != released.cols()) return {};
  std::unordered_map<std::string, double> numbers;
  for (Index i = 0; i < evidence.sample.rows(); ++i) {
    const auto [at, fresh] = numbers.emplace(bytes_of(evidence.sample, i),
                                             static_cast<double>(evidence.sample_records[static_cast<std::size_t>(i)]));
    if (!fresh) at->second = -1;
  }
  Vector out(released.rows());
  for (Index i = 0; i < released.rows(); ++i) {
    const auto at = numbers.find(bytes_of(released, i));
    if (at == numbers.end() || at->second < 0) return {};
    out(i) = at->second;
  }
  return out;
}

std::vector<Gate> gates_of(const Pairs& pairs, const Evidence& evidence, const Knowledge& known) {
  std::vector<Gate> out;
  if (known.ordered)
    if (Vector places = places_of(pairs.released, evidence); places.size() > 0)
      out.push_back({Gate::Kind::place, 0, std::move(places), "the place in the file"});
  for (std::size_t i = 0; i < known.known_columns.size(); ++i)
    out.push_back({Gate::Kind::known, static_cast<Index>(i), pairs.originals.col(known.known_columns[i]),
                   fmt::format("known column {}", i + 1)});
  for (Index j = 0; j < std::min(kMostReleased, pairs.released.cols()); ++j)
    out.push_back({Gate::Kind::released, j, pairs.released.col(j), fmt::format("released column {}", j + 1)});
  return out;
}

/// What guesses are made with: a map for every group.
struct Blocks {
  Gate gate;
  std::vector<double> cuts;
  std::vector<linalg::RecordMap> maps = {};
  std::vector<Index> columns = {};  ///< known ones

  Guess operator()(const Observed& observed) const {
    const MatrixRef released = own_rows(observed.released, observed);
    const Vector at = gate.of(observed);
    Guess out{.values = Matrix(observed.count, maps.front().shift.size())};
    std::vector<std::vector<Index>> rows(maps.size());
    for (Index i = 0; i < observed.count; ++i)
      rows[static_cast<std::size_t>(std::upper_bound(cuts.begin(), cuts.end(), at(i)) - cuts.begin())].push_back(i);
    for (std::size_t g = 0; g < maps.size(); ++g) {
      if (rows[g].empty()) continue;
      const Matrix own = released(rows[g], Eigen::all);
      out.values(rows[g], Eigen::all) = linalg::map_records(own, maps[g]);
    }
    place_known(columns, observed, out);
    return out;
  }
};

/// The way back of each group, as `regress` learns it.
void learn_maps(Blocks& blocks, const Pairs& pairs, const Knowledge& known) {
  for (std::size_t g = 0; g <= blocks.cuts.size(); ++g) {
    std::vector<Index> rows;
    for (Index i = 0; i < pairs.released.rows(); ++i) {
      const auto above = std::upper_bound(blocks.cuts.begin(), blocks.cuts.end(), blocks.gate.pairs(i));
      if (above - blocks.cuts.begin() == static_cast<std::ptrdiff_t>(g)) rows.push_back(i);
    }
    const Pairs own{pairs.originals(rows, Eigen::all), pairs.released(rows, Eigen::all)};
    blocks.maps.push_back(*regress_linear(own, known, column_scales(own.released)).reconstruction->linear);
  }
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  const Index count = known.pairs->originals.rows();
  if (count < kLeastPairs)
    return Outcome::not_assessed(fmt::format("groups take {} known pairs at least, and there are {}", kLeastPairs, count));
  const std::vector<Index> rows = evenly_spread(count, kMostPairs);
  const Pairs pairs{known.pairs->originals(rows, Eigen::all), known.pairs->released(rows, Eigen::all)};
  const Vector scale = column_scales(pairs.released), unit = column_scales(pairs.originals);
  const Regressed regressed{pairs.released * scale.cwiseInverse().asDiagonal(),
                            pairs.originals * unit.cwiseInverse().asDiagonal()};
  const double single = left_out_error(regressed), p = static_cast<double>(pairs.released.rows());
  const Index least = std::max<Index>(8, std::min<Index>(pairs.released.cols() + 3, pairs.released.rows() / 3));
  Segments best{.cuts = {}, .error = kClearly * single};
  std::optional<Gate> chosen;
  for (Gate& gate : gates_of(pairs, evidence, known)) {
    const bool coarse = gate.kind == Gate::Kind::released;
    Segments found = find_segments(regressed, gate.pairs, {.least = least, .grid = coarse ? kCoarse : 40});
    if (found.cuts.empty() || !(found.error < best.error)) continue;
    best = std::move(found);
    chosen = std::move(gate);
  }
  if (!chosen) return Outcome::not_assessed("the known pairs show no groups: one map back serves all as well");
  auto blocks = std::make_shared<Blocks>(Blocks{*std::move(chosen), std::move(best.cuts), {}, known.known_columns});
  learn_maps(*blocks, pairs, known);
  const double all = p * static_cast<double>(pairs.originals.cols());
  std::vector<std::string> notes = {
      fmt::format("{} groups by {}; {} pairs left out one by one miss {:.3g} of the variance, {:.3g} with one map for all",
                  blocks->maps.size(), blocks->gate.name, pairs.released.rows(), best.error / all, single / all)};
  return {.reconstruction = Reconstruction{.guess = [blocks](const Observed& observed) { return (*blocks)(observed); },
                                           .notes = std::move(notes)}};
}

}  // namespace

extern const Attack blocks_attack = {.name = "blocks",
                                     .alias = "",
                                     .summary = "a way back for every group of records, found and learnt from known pairs",
                                     .paper = "Quandt 1958; Jackson et al. 2005",
                                     .needs = needs,
                                     .wants = wants,
                                     .params = {},
                                     .serial = true,  // groups may be runs of rows
                                     .uses = uses,
                                     .reads_mixtures = true,
                                     .needs_mixed = needs,
                                     .learn = learn};

}  // namespace guise::attacks
