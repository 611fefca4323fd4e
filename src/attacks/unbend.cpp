// SPDX-License-Identifier: Apache-2.0
// A non-linear distortion fitted forwards. Its law is public: which function bends, how many hidden units there are. Known
// pairs are fitted by y = B + Q f(A + W x) itself, as no regression of the originals on the release can, and every record is
// then solved for as the insider does (newton). With enough pairs the fit is exact. Paper 003 left its section on privacy
// empty.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "attacks/alignment.h"
#include "attacks/distortion_fit.h"
#include "attacks/distortion_inverse.h"
#include "attacks/linear.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs, Fact::distortion_law};
constexpr Fact uses[] = {Fact::moments};
constexpr Want wants[] = {Want::moments, Want::sample};

constexpr Index kLeastPairs = 10, kMostPairs = 400;
// Inner weights that are fitted at most: a step takes the square of their number for every pair.
constexpr Index kMostWeights = 400;
// Every so many pairs one is kept out of the fit, to see how far it can be trusted.
constexpr Index kEvery = 5;
// How hard weights are held back to the law, hardest first: few pairs need it, many do not.
constexpr double kPulls[] = {1e-3, 1e-5, 0};
// Held-out outputs missed by less than this share of their variance leave no more than rounding; by more than that, nothing was
// learnt.
constexpr double kExact = 1e-14, kNothing = 0.9;

DistortedPairs part_of(const DistortedPairs& all, bool held) {
  std::vector<Index> rows;
  for (Index i = 0; i < all.inputs.rows(); ++i)
    if ((i % kEvery == kEvery - 1) == held) rows.push_back(i);
  return {all.inputs(rows, Eigen::all), all.outputs(rows, Eigen::all)};
}

/// The fit that foretells held-out pairs best, and how well: covariance of what it misses of them.
struct Fitted {
  stats::DistortionMap map;
  double misfit = 1;
  Matrix missed = {};
};

Matrix missed_by(const stats::DistortionMap& map, const DistortedPairs& pairs) {
  Matrix expected(pairs.outputs.rows(), pairs.outputs.cols());
  map.apply(pairs.inputs, expected);
  const Matrix left = pairs.outputs - expected;
  const double n = static_cast<double>(left.rows());
  // A covariance takes several records for each column; below that only variances are seen.
  if (left.rows() < 3 * left.cols()) return (left.colwise().squaredNorm() / n).asDiagonal();
  return left.transpose() * left / n;
}

Fitted fit(const theory::Distortion& law, Index hidden, const DistortedPairs& all, const random::Rng& rng) {
  const DistortedPairs learnt = part_of(all, false), held = part_of(all, true);
  const Vector means = learnt.outputs.colwise().mean();
  Fitted best;
  double best_pull = kPulls[0];
  std::optional<stats::DistortionMap> from;
  for (const double pull : kPulls) {
    const DistortionFit found =
        from ? refit_distortion(law, *from, learnt, pull) : fit_distortion(law, hidden, learnt, pull, rng);
    if (found.map.w.size() == 0) break;
    from = found.map;
    const double misfit = misfit_of(found.map, held, means);
    if (!(misfit < best.misfit)) continue;
    best = {found.map, misfit, missed_by(found.map, held)};
    best_pull = pull;
  }
  if (best.misfit < kNothing) best.map = refit_distortion(law, best.map, all, best_pull).map;
  return best;
}

std::string why_not(const Evidence& evidence, const Knowledge& known) {
  const theory::Distortion& law = known.distorted->law;
  if (law.f == stats::Activation::step) return "a step has no slope to fit by";
  if (law.f == stats::Activation::identity) return "this distortion is linear: 'regress' fits it";
  if (law.out != evidence.moments.attributes())
    return fmt::format("the distortion makes {} columns and the release has {}", law.out, evidence.moments.attributes());
  const Index pairs = known.pairs->originals.rows(),
              least = std::max<Index>(kLeastPairs, known.distorted->before.map.rows() + 2);
  if (pairs < least) return fmt::format("the fit takes {} known pairs at least, and there are {}", least, pairs);
  return {};
}

/// Inner weights are not more than the steps of the fit can afford, nor units more than half the pairs.
Index units_of(const theory::Distortion& law, Index inputs, Index pairs) {
  return std::clamp<Index>(std::min<Index>(kMostWeights / (inputs + 1), pairs / 2), 1, law.hidden);
}

/// What the insider would know, with the fitted matrices for the true ones.
Knowledge as_insider(const Knowledge& known, const Fitted& fitted) {
  Knowledge out = known;
  out.distorted->map = stats::after(fitted.map, known.distorted->before);
  out.noise_mean = {};
  out.noise_covariance = {};
  if (fitted.misfit > kExact) out.noise_covariance = fitted.missed;
  if (!out.prior_mean || !out.prior_covariance) {
    const stats::Moments moments = stats::moments_of(known.pairs->originals);
    out.prior_mean = moments.mean();
    out.prior_covariance = moments.covariance();
  }
  return out;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params&, const random::Rng& rng) {
  if (std::string reason = why_not(evidence, known); !reason.empty()) return Outcome::not_assessed(std::move(reason));
  const linalg::Affine& before = known.distorted->before;
  const std::vector<Index> rows = evenly_spread(known.pairs->originals.rows(), kMostPairs);
  const Matrix originals = known.pairs->originals(rows, Eigen::all);
  const DistortedPairs pairs{(originals * before.map.transpose()).rowwise() + before.shift.transpose(),
                             known.pairs->released(rows, Eigen::all)};
  const theory::Distortion& law = known.distorted->law;
  const Index hidden = units_of(law, pairs.inputs.cols(), pairs.inputs.rows());
  const Fitted fitted = fit(law, hidden, pairs, rng.fork("fit"));
  if (!(fitted.misfit < kNothing))
    return Outcome::not_assessed("no fit of the distortion predicts the known pairs that were held out");
  DistortionReading reading = reading_of(as_insider(known, fitted));
  if (reading.readings() == 0 || reading.rank == 0) return Outcome::not_assessed("the fitted matrices are 0");
  auto inverse = std::make_shared<const DistortionInverse>(std::move(reading), rng.fork("start"));
  std::vector<std::string> notes = {
      fmt::format("{} hidden units fitted to {} pairs; the fit leaves {:.3g} of the variance of held-out pairs", hidden,
                  pairs.inputs.rows(), fitted.misfit)};
  return {.reconstruction = Reconstruction{.guess =
                                               [inverse](const Observed& observed) {
                                                 return Guess{.values =
                                                                  inverse->find(own_rows(observed.released, observed)).values};
                                               },
                                           .notes = std::move(notes)}};
}

}  // namespace

extern const Attack unbend_attack = {.name = "unbend",
                                     .alias = "",
                                     .summary = "fit a non-linear distortion to known pairs and solve for every record",
                                     .paper = "003; Golub and Pereyra 1973, Kaufman 1975",
                                     .needs = needs,
                                     .wants = wants,
                                     .params = {},
                                     .uses = uses,
                                     .reads_mixtures = true,
                                     .needs_mixed = needs,
                                     .learn = learn};

}  // namespace guise::attacks
