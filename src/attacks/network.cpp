// SPDX-License-Identifier: Apache-2.0
// A learned inverter: a small network trained on known pairs, the adaptive attacker for any mask. It begins as the linear fit
// of `regress` and stays it where bending it does not help records it has not learnt from.
#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "attacks/alignment.h"
#include "attacks/linear.h"
#include "attacks/pair_regression.h"
#include "attacks/residual_network.h"
#include "linalg/spectrum.h"
#include "random/matrices.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs};
constexpr Want wants[] = {Want::moments};

// Below this number of pairs there is nothing left to stop the learning by.
constexpr Index kLeastPairs = 10;
// More pairs than this make learning slow; the columns of the release are boiled down to so many.
constexpr Index kMostPairs = 2000, kMostFeatures = 40;
// How long to learn is seen on each fifth of the pairs by a network that learns from the others; then so many networks learn
// that long from all, and the guess is their mean.
constexpr Index kFolds = 5, kMembers = 4;
// Multiplications all networks may take together: a few seconds.
constexpr double kBudget = 2e10;
constexpr int kMostSteps = 400;
// A linear fit that leaves no more than this share of the variance is exact but for rounding.
constexpr double kExact = 1e-12;
// The sum of p squares is known to a share sqrt(2 / p), and the number of steps was chosen by it: networks are used where they
// leave less than 1 - 2 / sqrt(p) of what the linear fit leaves.
constexpr double kDoubt = 2;

/// Released records along the principal axes of the pairs', the largest of size 1.
struct Features {
  Vector center;
  Matrix axes;

  explicit Features(const Matrix& released) : center(released.colwise().mean()) {
    const Matrix centred = released.rowwise() - center.transpose();
    const double root = std::sqrt(static_cast<double>(released.rows()));
    Vector unit = centred.colwise().norm() / root;
    for (double& each : unit) each = each > 0 ? 1 / each : 0;
    const linalg::Svd svd = linalg::thin_svd(centred * unit.asDiagonal());
    const Index count = std::min<Index>((svd.values.array() > 1e-9 * svd.values(0)).count(), kMostFeatures);
    if (count > 0) axes = unit.asDiagonal() * svd.right.leftCols(count) * (root / svd.values(0));
  }
  Matrix operator()(const MatrixRef& released) const { return (released.rowwise() - center.transpose()) * axes; }
};

struct Committee {
  Features features;
  Vector mean, size;  ///< of the originals
  std::vector<ResidualNetwork> members = {};

  Guess operator()(const Observed& observed) const {
    const Matrix u = features(own_rows(observed.released, observed));
    Matrix sum = Matrix::Zero(u.rows(), mean.size());
    for (const ResidualNetwork& member : members) sum += member(u);
    sum /= static_cast<double>(members.size());
    return {.values = (sum * size.asDiagonal()).rowwise() + mean.transpose()};
  }
};

/// Rows of one part of the pairs, or of all others.
Lessons part_of(const Lessons& all, const std::vector<Index>& order, Index fold, bool own) {
  std::vector<Index> rows;
  for (std::size_t i = 0; i < order.size(); ++i)
    if ((static_cast<Index>(i) % kFolds == fold) == own) rows.push_back(order[i]);
  return {all.features(rows, Eigen::all), all.targets(rows, Eigen::all)};
}

/// What cross-validation says of learning so many steps.
struct Study {
  int steps = 0;
  double linear = 0, bent = 0;  ///< sums of squares on pairs that were not learnt from
};

Study study(const Lessons& all, Index units, int most, const random::Rng& rng) {
  const std::vector<Index> order = random::permutation(all.features.rows(), rng.fork("folds"));
  std::vector<Check> checks(kFolds);
  tbb::parallel_for(Index{0}, kFolds, [&](Index fold) {
    Check& check = checks[static_cast<std::size_t>(fold)];
    check.records = part_of(all, order, fold, true);
    ResidualNetwork(part_of(all, order, fold, false), units, most, rng.fork(fmt::format("fold {}", fold)), &check);
  });
  const auto total = [&](std::size_t step) {
    double sum = 0;
    for (const Check& check : checks) sum += check.errors[std::min(step, check.errors.size() - 1)];
    return sum;
  };
  Study best{.steps = 0, .linear = total(0), .bent = total(0)};
  for (int step = 1; step <= most; ++step)
    if (const double error = total(static_cast<std::size_t>(step)); error < best.bent) best.steps = step, best.bent = error;
  return best;
}

std::vector<ResidualNetwork> train(const Lessons& all, Index units, int steps, const random::Rng& rng) {
  std::vector<std::optional<ResidualNetwork>> made(kMembers);
  tbb::parallel_for(Index{0}, kMembers, [&](Index i) {
    made[static_cast<std::size_t>(i)].emplace(all, units, steps, rng.fork(fmt::format("member {}", i)));
  });
  std::vector<ResidualNetwork> out;
  for (auto& each : made) out.push_back(std::move(*each));
  return out;
}

int affordable_steps(const Lessons& all, Index units) {
  const double work = 8.0 * (kFolds + kMembers) *
                      static_cast<double>(all.features.rows() * units * (all.features.cols() + 1 + all.targets.cols()));
  return static_cast<int>(std::clamp(kBudget / work, 20.0, static_cast<double>(kMostSteps)));
}

Outcome linear_instead(const Pairs& pairs, const Knowledge& known, std::string why) {
  Outcome outcome = regress_linear(pairs, known, column_scales(pairs.released));
  outcome.reconstruction->notes.push_back(std::move(why));
  return outcome;
}

Outcome learn(const Evidence&, const Knowledge& known, const Params&, const random::Rng& rng) {
  const Index count = known.pairs->originals.rows();
  if (count < kLeastPairs)
    return Outcome::not_assessed(fmt::format("a network takes {} known pairs at least, and there are {}", kLeastPairs, count));
  const std::vector<Index> rows = evenly_spread(count, kMostPairs);
  const Matrix x = known.pairs->originals(rows, Eigen::all), y = known.pairs->released(rows, Eigen::all);
  Committee committee{.features = Features(y), .mean = x.colwise().mean(), .size = {}};
  const Matrix centred = x.rowwise() - committee.mean.transpose();
  committee.size = centred.colwise().norm() / std::sqrt(static_cast<double>(x.rows()));
  if (committee.features.axes.size() == 0)
    return linear_instead(*known.pairs, known, "the released records of the pairs are all alike");
  Vector inverse = committee.size;
  for (double& each : inverse) each = each > 0 ? 1 / each : 0;
  const Index units = std::clamp<Index>(x.rows() / 4, 4, 32);
  const Lessons lessons{committee.features(y), centred * inverse.asDiagonal()};
  const Study found = study(lessons, units, affordable_steps(lessons, units), rng);
  const double enough = 1 - kDoubt / std::sqrt(static_cast<double>(x.rows()));
  if (!(found.bent < enough * found.linear) || found.linear <= kExact * static_cast<double>(x.size()))
    return linear_instead(*known.pairs, known,
                          "a network does not do clearly better than a linear fit, which is taken instead");
  committee.members = train(lessons, units, found.steps, rng);
  const double varying = static_cast<double>((committee.size.array() > 0).count() * x.rows());
  std::vector<std::string> notes = {
      fmt::format("{} networks of {} units from {} pairs; on pairs they did not learn from, their error is {:.3g} of the "
                  "variance, that of a linear fit {:.3g}",
                  kMembers, units, x.rows(), found.bent / varying, found.linear / varying)};
  auto shared = std::make_shared<const Committee>(std::move(committee));
  return {.reconstruction = Reconstruction{.guess = [shared](const Observed& observed) { return (*shared)(observed); },
                                           .notes = std::move(notes)}};
}

}  // namespace

extern const Attack network_attack = {.name = "network",
                                      .alias = "",
                                      .summary = "learn the way back from known pairs by a small network",
                                      .paper = "Rumelhart, Hinton and Williams 1986; Nocedal 1980",
                                      .needs = needs,
                                      .wants = wants,
                                      .params = {},
                                      .reads_mixtures = true,
                                      .needs_mixed = needs,
                                      .learn = learn};

}  // namespace guise::attacks
