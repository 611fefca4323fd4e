// SPDX-License-Identifier: Apache-2.0
// Learned inversion: the originals regressed on their released records over the known pairs. Needs neither the matrix nor its
// law, and with a kernel not even that the mask is linear. Beyond section 1.3.
#include <algorithm>

#include "attacks/pair_regression.h"

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

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (known.pairs->originals.rows() < 2) return Outcome::not_assessed("a regression takes two known pairs at least");
  const Vector scale = scales(evidence, known.pairs->released);
  return given.choice("kind") == "kernel" ? regress_kernel(*known.pairs, scale) : regress_linear(*known.pairs, known, scale);
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
