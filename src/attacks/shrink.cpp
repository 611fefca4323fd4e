// SPDX-License-Identifier: Apache-2.0
// Optimal shrinkage of singular values: the best filter that keeps the release's components and only scales them.
// Gavish and Donoho, "Optimal Shrinkage of Singular Values" (2017), Frobenius loss.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/linear.h"
#include "attacks/noise_space.h"
#include "theory/singular_shrinkage.h"

namespace guise::attacks {
namespace {

constexpr Want wants[] = {Want::moments};
constexpr Param params[] = {
    {.name = "variance",
     .help = "noise variance: known, or by the median of the eigenvalues; auto takes the known one, else the median",
     .kind = Param::Kind::choice,
     .choices = "auto|known|median"}};

/// eta(y)/y for each singular value of the centred release, y = s / (sigma sqrt N), N the larger of records and attributes: the
/// smaller, as a popular implementation has it, is wrong by a factor. Components and values come from the covariance, s^2 = (n
/// - 1) times its eigenvalues, so that the table itself is never decomposed.
Vector gains(const Vector& eigenvalues, double variance, double records) {
  const double m = static_cast<double>(eigenvalues.size()), most = std::max(records, m), beta = std::min(records, m) / most;
  return eigenvalues.unaryExpr([&](double eigenvalue) {
    if (eigenvalue <= 0) return 0.0;
    if (variance <= 0) return 1.0;  // no noise, nothing to shrink
    const double y = std::sqrt((records - 1) * eigenvalue / (variance * most));
    return theory::shrunk_singular_value(y, beta) / y;
  });
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng& rng) {
  if (given.choice("variance") == "known" && !knows(known, Fact::noise_size))
    return Outcome::not_assessed(
        fmt::format("it needs {}, unless it estimates that with variance=median", fact_name(Fact::noise_size)),
        Fact::noise_size);
  if (evidence.records < 2) return Outcome::not_assessed(std::string(kOneRecord));
  const NoiseSpace space = noise_space(evidence.moments.covariance(), true, given.choice("variance"), evidence, known, rng);
  const Vector gain = gains(space.spectrum.values, space.variance, static_cast<double>(evidence.records));
  std::vector<std::string> notes = {fmt::format("kept {} of {} components, scaled by {:.3g} to {:.3g}",
                                                (gain.array() > 0).count(), gain.size(), gain.maxCoeff(),
                                                (gain.array() > 0).select(gain, gain.maxCoeff()).minCoeff())};
  if (!space.note.empty()) notes.push_back(space.note);
  return linear_outcome(space.filter(evidence.moments.mean(), gain, original_mean(evidence, known)), std::move(notes));
}

}  // namespace

extern const Attack shrink_attack = {.name = "shrink",
                                     .alias = "",
                                     .summary = "scale each component by the optimal shrinkage of its singular value",
                                     .paper = "Gavish and Donoho 2017",
                                     .needs = {},
                                     .wants = wants,
                                     .params = params,
                                     .learn = learn};

}  // namespace guise::attacks
