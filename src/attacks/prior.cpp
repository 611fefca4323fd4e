// SPDX-License-Identifier: Apache-2.0
#include "attacks/prior.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "attacks/debias.h"
#include "attacks/known_columns.h"
#include "attacks/noise_space.h"
#include "linalg/pseudo_inverse.h"
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

/// A of the average (I - A) y1 + A y2 with the least noise: A = E1 (E1 + E2)^-1, one half where nothing says that they differ.
/// Empty where there is no second release, or one in other columns than the originals'.
Matrix weight_of_second(const Knowledge& known, const Matrix& noise) {
  if (!known.second_release) return {};
  if (!known.second_channel) return 0.5 * Matrix::Identity(noise.rows(), noise.rows());
  const linalg::Affine& second = *known.second_channel;
  if (second.map.rows() != second.map.cols() || !second.map.isIdentity(0) || !second.shift.isZero(0)) return {};
  return noise * linalg::pseudo_inverse(noise + second.covariance).inverse;
}

/// Puts the average of two releases in the place of the first; returns its covariance with [release, known, second].
Matrix average(Sight& sight, const stats::Moments& joint, const Knowledge& known) {
  const Index m = sight.mean.size();
  const Matrix covariance = joint.covariance(), &second = sight.second_weight, first = Matrix::Identity(m, m) - second,
               noise = known.second_channel ? known.second_channel->covariance : sight.noise;
  const Matrix cross = first * covariance.topRows(m) + second * covariance.bottomRows(m);
  sight.mean = first * joint.mean().head(m) + second * joint.mean().tail(m);
  sight.covariance = cross.leftCols(m) * first.transpose() + cross.rightCols(m) * second.transpose();
  sight.noise = first * sight.noise * first.transpose() + second * noise * second.transpose();
  return cross;
}

}  // namespace

Sight sight_of(const Evidence& evidence, const Knowledge& known) {
  const Index m = evidence.width(), k = static_cast<Index>(known.known_columns.size());
  Sight sight{.mean = evidence.moments.mean(), .covariance = evidence.moments.covariance()};
  sight.noise = noise_covariance(known, sight.covariance);
  sight.noise_mean = known.noise_mean ? *known.noise_mean : Vector::Zero(m);
  if (evidence.joint.count() > 0) {
    const Matrix joint = evidence.joint.covariance();
    sight.second_weight = weight_of_second(known, sight.noise);
    const Matrix cross = sight.second_weight.size() > 0 ? average(sight, evidence.joint, known) : Matrix(joint.topRows(m));
    Matrix together = joint.block(m, m, k, k);
    together.diagonal() -= error_variances(known);  // their errors depend on nothing else
    sight.known_rows = cross.middleCols(m, k).transpose();
    sight.known_rows(Eigen::all, known.known_columns) = together;
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
