// SPDX-License-Identifier: Apache-2.0
#include "attacks/prior.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/debias.h"
#include "attacks/noise_space.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

/// Cov(Y) - Sigma_r is indefinite more often than not (20 of 20 runs of paper 002, erratum 34), so equation (11) as printed
/// cannot be evaluated. Where the noise is white its eigenvalues are cut at 0; that is the likeliest covariance that is one
/// (Anderson, Anderson and Olkin 1986), and for white noise the same as cutting those of Cov(Y) - sigma^2 I.
Matrix covariance_behind(const Sight& sight, const Evidence& evidence, bool debiased, const random::Rng& rng,
                         std::vector<std::string>& notes) {
  Knowledge seen;
  seen.noise_covariance = sight.noise;
  const NoiseSpace space = noise_space(sight.covariance, true, "known", evidence, seen, rng);
  Vector values = space.spectrum.values;
  if (debiased) {
    const DebiasedSpectrum spectrum = debias(values, space.variance, static_cast<double>(evidence.records - 1));
    values = spectrum.values;
    notes.push_back(fmt::format("{} of {} components corrected for sampling error, the rest taken as equal", spectrum.spikes,
                                values.size()));
  } else if (const Index lifted = (values.array() < space.variance).count(); lifted > 0) {
    notes.push_back(fmt::format("lifted {} of {} eigenvalues of the data's covariance to 0", lifted, values.size()));
  }
  return space.covariance((values.array() - space.variance).cwiseMax(0));
}

}  // namespace

Sight sight_of(const Evidence& evidence, const Knowledge& known) {
  const Index m = evidence.width(), k = static_cast<Index>(known.known_columns.size());
  Sight sight{.mean = evidence.moments.mean(), .covariance = evidence.moments.covariance()};
  sight.noise = noise_covariance(known, sight.covariance);
  sight.noise_mean = known.noise_mean ? *known.noise_mean : Vector::Zero(m);
  if (evidence.joint.count() > 0) {
    const Matrix joint = evidence.joint.covariance();
    Matrix cross = joint.topRows(m);  // Cov(release, [release, known, second])
    if (known.second_release) {
      sight.mean = (evidence.joint.mean().head(m) + evidence.joint.mean().tail(m)) / 2;
      cross = (cross + joint.bottomRows(m)) / 2;  // Cov(average, [release, known, second])
      sight.covariance = (cross.leftCols(m) + cross.rightCols(m)) / 2;
      sight.noise /= 2;
    }
    sight.known_rows = cross.middleCols(m, k).transpose();
    for (Index i = 0; i < k; ++i)
      for (Index j = 0; j < k; ++j) sight.known_rows(i, known.known_columns[static_cast<std::size_t>(j)]) = joint(m + i, m + j);
    sight.known_mean = evidence.joint.mean().segment(m, k);
  }
  return sight;
}

Prior prior_of(const Sight& sight, const Evidence& evidence, const Knowledge& known, bool debiased, const random::Rng& rng) {
  Prior prior{.mean = known.prior_mean ? *known.prior_mean : Vector(sight.mean - sight.noise_mean)};  // erratum 38
  if (known.prior_covariance) {
    prior.covariance = *known.prior_covariance;
    return prior;
  }
  prior.covariance = covariance_behind(sight, evidence, debiased, rng, prior.notes);
  const Index k = sight.known_rows.rows();
  for (Index i = 0; i < k; ++i) {
    const Index column = known.known_columns[static_cast<std::size_t>(i)];
    prior.covariance.row(column) = sight.known_rows.row(i);
    prior.covariance.col(column) = sight.known_rows.row(i).transpose();
    if (!known.prior_mean) prior.mean(column) = sight.known_mean(i);
  }
  if (k > 0) prior.covariance = linalg::positive_part(prior.covariance);
  return prior;
}

}  // namespace guise::attacks
