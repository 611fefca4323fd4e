// SPDX-License-Identifier: Apache-2.0
// Principal components of the data behind the noise (PCA-DR): project the release on the few that carry the data.
// Huang, Du and Chen, "Deriving Private Information from Randomized Data" (paper 002), section 5; correlated noise, section 8.
#include <fmt/format.h>

#include "attacks/linear.h"
#include "base/error.h"
#include "linalg/spectrum.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

constexpr Fact needs[] = {Fact::noise_size};
constexpr Want wants[] = {Want::moments};
constexpr Param params[] = {{.name = "count",
                             .help = "components kept; without it and fraction, those before the largest gap",
                             .kind = Param::Kind::integer,
                             .least = 1},
                            {.name = "fraction",
                             .help = "share of the data's variance that the kept components must carry",
                             .most = 1,
                             .positive = true}};

/// How many components to keep of falling, not negative eigenvalues.
Index components(const Vector& eigenvalues, const Params& given) {
  const Index m = eigenvalues.size();
  require(!given.has("count") || !given.has("fraction"), "attack 'principal' takes count or fraction, not both");
  if (given.has("count")) {
    require(given.integer("count") <= m, "attack 'principal': count must be at most {}, the number of attributes, got {}", m,
            given.integer("count"));
    return given.integer("count");
  }
  if (eigenvalues(0) <= 0) return 0;  // nothing but noise
  Index kept = 0;
  if (given.has("fraction")) {
    const double wanted = given.number("fraction") * eigenvalues.sum() * (1 - 1e-12);
    for (double carried = 0; kept < m && carried < wanted; ++kept) carried += eigenvalues(kept);
    return kept;
  }
  // Section 5.3 keeps what comes before the largest gap. A 0 after the last eigenvalue lets all of them be kept: without it a
  // table without small components is cut somewhere among equals and the error explodes (erratum 37).
  Vector gaps = eigenvalues;
  gaps.head(m - 1) -= eigenvalues.tail(m - 1);
  gaps.maxCoeff(&kept);
  return kept + 1;
}

Outcome learn(const Evidence& evidence, const Knowledge& known, const Params& given, const random::Rng&) {
  if (evidence.records < 2) return Outcome::not_assessed(std::string(kOneRecord));
  // Theorem 5.1 (and 8.2 for correlated noise): Cov(X) = Cov(Y) - Sigma_r. Components are chosen by the eigenvalues of that
  // (erratum 32); sampling makes some of them negative, which stand for 0.
  const Matrix covariance = evidence.moments.covariance();
  const linalg::Spectrum data = linalg::symmetric_spectrum(covariance - noise_covariance(known, covariance));
  const Index kept = components(data.values.cwiseMax(0), given);
  // Section 5.2, step 3: X' = Y Q Q', on rows without their mean, which is restored (erratum 32).
  const Matrix q = data.vectors.leftCols(kept);
  const double share = data.values.head(kept).cwiseMax(0).sum() / std::max(data.values.cwiseMax(0).sum(), 1e-300);
  return linear_outcome(
      linalg::factored_map(evidence.moments.mean(), q, q.transpose(), original_mean(evidence, known)),
      {fmt::format("kept {} of {} components, {:.3g} % of the data's variance", kept, data.values.size(), 100 * share)});
}

}  // namespace

extern const Attack principal_attack = {.name = "principal",
                                        .alias = "pca-dr",
                                        .summary = "project on the principal components of the data behind the noise",
                                        .paper = "002 section 5",
                                        .needs = needs,
                                        .wants = wants,
                                        .params = params,
                                        .learn = learn};

}  // namespace guise::attacks
