// SPDX-License-Identifier: Apache-2.0
// Several records of one person stand next to each other: who finds where one person ends and the next begins averages the
// noise away. Lengths of runs and how much a person's own records differ are chosen by likelihood; see run_posterior.h.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "attacks/attribute_noise.h"
#include "attacks/linear.h"
#include "attacks/noise_coordinates.h"
#include "attacks/run_posterior.h"
#include "attacks/serial.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments, Want::stretches};
constexpr std::int64_t kHalo = 1024;  // a longer run is cut at the window's edge: its mean is good enough
constexpr Index kFewestRecords = 20;
// Runs are found in the coordinates with the most signal; more do not tell them apart better.
constexpr Index kMostCoordinates = 32;
// Likelihoods are formed on so many records of so many stretches.
constexpr Index kPiece = 1000, kPieces = 4;
constexpr double kHazards[] = {1.0, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625};
constexpr double kOwnShares[] = {0.0, 0.03, 0.1, 0.3};
// Log likelihood by which runs must beat records that have nothing to do with each other.
constexpr double kWorth = 8;

RunModel model_of(const Vector& signal, double hazard, double own) {
  return {.between = (1 - own) * signal, .within = (1 + own * signal.array()).matrix(), .hazard = hazard};
}

struct Chosen {
  double hazard = 1, own = 0, gain = 0;
};

Chosen choose(const std::vector<Stretch>& stretches, const Vector& mean, const NoiseCoordinates& at) {
  std::vector<Matrix> pieces;
  const std::size_t step = std::max<std::size_t>(1, stretches.size() / kPieces);
  for (std::size_t i = 0; i < stretches.size(); i += step)
    pieces.push_back((stretches[i].rows.topRows(std::min(kPiece, stretches[i].rows.rows())).rowwise() - mean.transpose()) *
                     at.to);
  const auto likelihood = [&](double hazard, double own) {
    const RunPosterior posterior(model_of(at.signal, hazard, own));
    double sum = 0;
    for (const Matrix& piece : pieces) sum += posterior.log_likelihood(piece);
    return sum;
  };
  const double alone = likelihood(1, 0);
  Chosen best;
  double most = alone + kWorth;
  for (const double hazard : kHazards)
    for (const double own : kOwnShares)
      if (hazard < 1)
        if (const double each = likelihood(hazard, own); each > most) most = each, best = {hazard, own, each - alone};
  return best;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng&) {
  if (!known.ordered) return Outcome::not_assessed(std::string(kShuffled));
  if (evidence.records < kFewestRecords)
    return Outcome::not_assessed(
        fmt::format("{} records are too few to see whether people repeat; it needs {}", evidence.records, kFewestRecords));
  const Matrix covariance = evidence.moments.covariance();
  const Vector mean = evidence.moments.mean();
  // Below this edge an eigenvalue can be that of noise alone (Marchenko and Pastur).
  const double edge = square(1 + std::sqrt(static_cast<double>(covariance.rows()) / static_cast<double>(evidence.records)));
  auto at = std::make_shared<const NoiseCoordinates>(
      noise_coordinates(release::noise_covariance(known, covariance), covariance, edge, kMostCoordinates));
  const Chosen chosen = at->signal.size() > 0 ? choose(evidence.stretches, mean, *at) : Chosen{};
  Reconstruction attack;
  attack.halo = kHalo;
  attack.notes = {chosen.hazard < 1 ? fmt::format("runs of about {:.0f} records share a value up to {:.0f} % of the variance",
                                                  1 / chosen.hazard, 100 * chosen.own)
                                    : std::string("neighbouring records do not repeat each other")};
  attack.guess = [at, mean, chosen, shift = noise_mean(known, mean.size())](const Observed& observed) {
    const Index before = std::min<Index>(observed.before, kHalo), first = observed.before - before,
                rows = std::min<Index>(before + observed.count + kHalo, observed.released.rows() - first);
    const Matrix z = (observed.released.middleRows(first, rows).rowwise() - mean.transpose()) * at->to;
    Matrix own = z.middleRows(before, observed.count);
    if (z.cols() > 0) {
      const RunModel model = model_of(at->signal, chosen.hazard, chosen.own);
      const Matrix values = RunPosterior(model).values(z).middleRows(before, observed.count);
      // What a record has of its own is shrunk from what its run leaves of it.
      const Vector gain = ((model.within.array() - 1) / model.within.array()).matrix();
      own = values + (own - values) * gain.asDiagonal();
    }
    Matrix guess = (own * at->back).rowwise() + (mean - shift).transpose();
    return Guess{.values = std::move(guess)};
  };
  return {.reconstruction = std::move(attack)};
}

}  // namespace

extern const Attack repeats_attack = {.name = "repeats",
                                      .alias = "",
                                      .summary = "find runs of records of one person and average each",
                                      .paper = "Fearnhead 2006",
                                      .needs = needs,
                                      .wants = wants,
                                      .params = {},
                                      .serial = true,
                                      .learn = learn};

}  // namespace guise::attacks
