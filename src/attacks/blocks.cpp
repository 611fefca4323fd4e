// SPDX-License-Identifier: Apache-2.0
// GateGroups of records that were masked each in a way of their own: another rotation for every block of rows, noise whose size
// depends on a column. Known pairs show the way back of each group, and a column shows who is of which: the place in the file,
// a column that is known of everybody or kept in clear, or a released one. The column and its cuts are chosen by leave-one-out.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "attacks/alignment.h"
#include "attacks/block_gates.h"
#include "attacks/known_columns.h"
#include "attacks/pair_regression.h"
#include "attacks/segments.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs};
constexpr Fact uses[] = {Fact::columns, Fact::side};
constexpr Want wants[] = {Want::moments, Want::sample};

constexpr Index kLeastPairs = 20, kMostPairs = 1000;
// GateGroups are taken where they leave less than this share of what one fit leaves: many columns and cuts are tried.
constexpr double kClearly = 0.75;

/// What guesses are made with: a map for every group.
struct Blocks {
  Gate gate;
  GateGroups groups;
  std::vector<linalg::RecordMap> maps = {};
  std::vector<ExactColumn> columns = {};  ///< known ones

  Guess operator()(const Observed& observed) const {
    const MatrixRef released = own_rows(observed.released, observed);
    const Vector at = gate.of(observed);
    Guess out{.values = Matrix(observed.count, maps.front().shift.size())};
    std::vector<std::vector<Index>> rows(maps.size());
    for (Index i = 0; i < observed.count; ++i) rows[groups.of(at(i))].push_back(i);
    for (std::size_t g = 0; g < maps.size(); ++g) {
      if (rows[g].empty()) continue;
      const Matrix own = released(rows[g], Eigen::all);
      out.values(rows[g], Eigen::all) = linalg::map_records(own, maps[g]);
    }
    place_known(columns, observed, out);
    return out;
  }
};

/// The way back of each group, as `regress` learns it; that of all pairs for values that few of them have.
void learn_maps(Blocks& blocks, const Pairs& pairs, const Knowledge& known) {
  for (std::size_t g = 0; g < blocks.groups.count(); ++g) {
    std::vector<Index> rows;
    for (Index i = 0; i < pairs.released.rows(); ++i)
      if (blocks.groups.of(blocks.gate.pairs(i)) == g || (blocks.gate.category && g + 1 == blocks.groups.count()))
        rows.push_back(i);
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
  GateGroups best{.error = kClearly * single};
  std::optional<Gate> chosen;
  for (Gate& gate : gates_of(pairs, evidence, known)) {
    GateGroups found = groups_by(gate, regressed, least);
    if (!found.any() || !(found.error < best.error)) continue;
    best = std::move(found);
    chosen = std::move(gate);
  }
  if (!chosen) return Outcome::not_assessed("the known pairs show no groups: one map back serves all as well");
  auto blocks = std::make_shared<Blocks>(Blocks{*std::move(chosen), std::move(best), {}, exact_columns(known)});
  learn_maps(*blocks, pairs, known);
  const double all = p * static_cast<double>(pairs.originals.cols());
  std::vector<std::string> notes = {
      fmt::format("{} groups by {}; {} pairs left out one by one miss {:.3g} of the variance, {:.3g} with one map for all",
                  blocks->groups.values.empty() ? blocks->maps.size() : blocks->groups.values.size(), blocks->gate.name,
                  pairs.released.rows(), blocks->groups.error / all, single / all)};
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
