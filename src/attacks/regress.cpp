// SPDX-License-Identifier: Apache-2.0
// Learned inversion: the originals regressed on their released records over the known pairs. Needs neither the matrix nor its
// law, and with a kernel not even that the mask is linear. Beyond section 1.3.
#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "attacks/pair_regression.h"
#include "linalg/blas.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::pairs};
constexpr Want wants[] = {Want::moments};
constexpr std::string_view variants[] = {"regress(kind=kernel)"};
constexpr Param params[] = {
    {.name = "kind",
     .help = "linear: ridge regression; kernel: the same on Gaussian bumps around the pairs, for masks that "
             "are not linear",
     .kind = Param::Kind::choice,
     .choices = "linear|kernel"}};

/// Columns of the release in their own standard deviations, so that no unit outweighs another.
Vector scales(const Evidence& evidence, const Matrix& released) {
  const Vector pairs = (released.rowwise() - released.colwise().mean()).colwise().squaredNorm() /
                       static_cast<double>(std::max<Index>(released.rows() - 1, 1));
  Vector variance = evidence.records > 1 ? evidence.moments.variance() : pairs;
  for (Index j = 0; j < variance.size(); ++j)
    if (!(variance(j) > 0)) variance(j) = pairs(j) > 0 ? pairs(j) : 1;
  return variance.cwiseSqrt();
}

/// Variances that guesses may have beyond those of the originals before something must be wrong. Those of a few pairs can be
/// small by chance: their sum of squares, as that of Gaussian numbers, is so small once in ten thousand times.
Vector most_variance(const Knowledge& known) {
  constexpr double kWild = 10, kOnceIn = 1e4;
  if (known.prior_covariance) return kWild * known.prior_covariance->diagonal();
  const Matrix& originals = known.pairs->originals;
  const double freedom = static_cast<double>(originals.rows() - 1);
  const double least =
      2 * boost::math::gamma_p_inv(freedom / 2, 1 / (kOnceIn * static_cast<double>(originals.cols()))) / freedom;
  const Vector seen = (originals.rowwise() - originals.colwise().mean()).colwise().squaredNorm() / freedom;
  return seen * std::max(kWild, 1 / least);
}

/// As many pairs as a linear map needs always fit one, whatever they are: its guesses of all records show that they are wrong.
void note_spread(Outcome& outcome, const Evidence& evidence, const Knowledge& known) {
  if (evidence.records < 2 || !outcome.reconstruction->linear) return;
  const linalg::RecordMap& map = *outcome.reconstruction->linear;
  const Matrix back = map.right.size() > 0 ? Matrix(map.left * map.right) : map.left;
  const Vector guessed = (back.transpose() * evidence.moments.covariance() * back).diagonal(), most = most_variance(known);
  const Index wild = (guessed.array() > most.array()).count();
  if (wild > 0)
    outcome.reconstruction->notes.push_back(fmt::format(
        "guesses of {} of {} attributes lie far beyond {}: check that the pairs belong together", wild, guessed.size(),
        known.prior_covariance ? "the known moments of the originals" : "the originals of the pairs"));
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (known.pairs->originals.rows() < 2) return Outcome::not_assessed("a regression takes two known pairs at least");
  const Vector scale = scales(evidence, known.pairs->released);
  if (given.choice("kind") == "kernel") return regress_kernel(*known.pairs, scale);
  Outcome outcome = regress_linear(*known.pairs, known, scale);
  note_spread(outcome, evidence, known);
  return outcome;
}

}  // namespace

extern const Attack regress_attack = {.name = "regress",
                                      .alias = "",
                                      .summary = "learn the way back from known pairs by ridge regression",
                                      .paper = "Golub, Heath and Wahba 1979",
                                      .needs = needs,
                                      .wants = wants,
                                      .params = params,
                                      .variants = variants,
                                      .reads_mixtures = true,
                                      .needs_mixed = needs,
                                      .learn = learn};

}  // namespace guise::attacks
