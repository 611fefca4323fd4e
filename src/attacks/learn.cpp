// SPDX-License-Identifier: Apache-2.0
// What happens before any attack learns: its facts are checked, and what two releases tell of their noise is worked out.
#include "attacks/attack.h"
#include "base/error.h"

namespace guise::attacks {
namespace {

/// Two releases y1 = x + e1, y2 = x + e2 of the same records show their noise: Cov(y1 - y2) = 2 Cov(e).
Matrix noise_of_two_releases(const Evidence& evidence) {
  const Index m = evidence.moments.attributes();
  const Matrix joint = evidence.joint.covariance();
  const Matrix cross = joint.topRightCorner(m, m);
  return (joint.topLeftCorner(m, m) + joint.bottomRightCorner(m, m) - cross - cross.transpose()) / 2;
}

}  // namespace

Outcome learn(const Attack& attack, const Evidence& evidence, const Knowledge& known, const Params& params,
              const random::Rng& rng) {
  if (evidence.records == 0) return Outcome::not_assessed("the release has no records");
  Knowledge all = known;
  const bool measured = !known.noise_covariance && known.second_release && evidence.joint.count() > 1;
  if (measured) all.noise_covariance = noise_of_two_releases(evidence);
  for (const Fact fact : attack.needs)
    if (!knows(all, fact)) return Outcome::not_assessed(fmt::format("it needs {}; {}", fact_name(fact), fact_advice(fact)));
  const Index m = evidence.moments.attributes();
  require(!all.noise_covariance || all.noise_covariance->rows() == m,
          "the noise is told for {} attributes and the release has {}", all.noise_covariance ? all.noise_covariance->rows() : 0,
          m);
  Outcome outcome = attack.learn(evidence, all, params, rng);
  if (measured && outcome.reconstruction)
    outcome.reconstruction->notes.push_back("noise measured on the difference of the two releases");
  return outcome;
}

}  // namespace guise::attacks
