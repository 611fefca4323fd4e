// SPDX-License-Identifier: Apache-2.0
#include "attacks/unpaired_frame.h"

#include <algorithm>
#include <cmath>

#include "linalg/blas.h"
#include "linalg/spectrum.h"
#include "stats/moments.h"

namespace guise::attacks {
namespace {

constexpr double kConstant = 1e-14;   // of the largest variance: an axis with less is constant but for rounding
constexpr double kLeastSignal = 0.1;  // of the sample's variance along an axis: the release's behind the noise is not below

/// Noise of the same size everywhere lifts every eigenvalue; those of the lower half show it best. Sampling lifts and lowers
/// them too where the tables differ in size, but not their sum.
double estimated_noise(const Vector& release, const Vector& sample) {
  const Index m = release.size();
  Vector lower = (release - sample).tail(m - m / 2);
  std::nth_element(lower.begin(), lower.begin() + lower.size() / 2, lower.end());
  return std::max(0.0, std::min(lower[lower.size() / 2], (release.sum() - sample.sum()) / static_cast<double>(m)));
}

double scale_of(double release, double sample, const FrameFacts& facts) {
  const double rest = release - (facts.noise.size() > 0 ? facts.noise.trace() : 0.0);
  return facts.rescaled && rest > 0 && sample > 0 ? std::sqrt(rest / sample) : 1;
}

Index shared_rank(const Vector& release, const Vector& sample) {
  const auto rank = [](const Vector& values) { return (values.array() > kConstant * values[0]).count(); };
  return std::min(rank(release), rank(sample));
}

/// Records along axes, one in each column.
Singles along(const Matrix& records, const Vector& mean, const Matrix& axes, const Vector& divisor) {
  const Matrix weights = axes * divisor.cwiseInverse().asDiagonal();
  return linalg::map_records(records, {mean, weights, {}, Vector::Zero(axes.cols())}).transpose().cast<float>();
}

/// Both clouds in units that suit single precision, and the weight of each axis: less where noise covers it.
void place_clouds(Frame& frame, const Matrix& released, const Matrix& sample, const Vector& noise, bool origin) {
  const Index rank = frame.sample_sd.size();
  const Vector unit = Vector::Constant(rank, frame.sample_sd.norm());
  const Vector a_unit = frame.scale * (frame.white ? frame.release_sd : unit), b_unit = frame.white ? frame.sample_sd : unit;
  frame.clouds.a = along(released, frame.release_mean, frame.release_axes, a_unit);
  frame.clouds.b = along(sample, frame.sample_mean, frame.sample_axes, b_unit);
  const Vector signal = frame.release_sd.cwiseAbs2();
  frame.clouds.metric = frame.white ? Vector(signal.cwiseQuotient(signal + noise.cwiseMax(0)).cwiseSqrt()) : Vector::Ones(rank);
  if (!origin) return;
  frame.clouds.a_mean = (frame.release_axes.transpose() * frame.release_mean).cwiseQuotient(a_unit);
  frame.clouds.b_mean = (frame.sample_axes.transpose() * frame.sample_mean).cwiseQuotient(b_unit);
}

}  // namespace

Frame frame_of(const Matrix& released, const Matrix& sample, const FrameFacts& facts) {
  const stats::Moments y = stats::moments_of(released), x = stats::moments_of(sample);
  const linalg::Spectrum theirs = linalg::symmetric_spectrum(x.covariance());
  Matrix covariance = y.covariance();
  Frame frame{.release_mean = y.mean(),
              .sample_mean = x.mean(),
              .release_axes = {},
              .sample_axes = {},
              .release_sd = {},
              .sample_sd = {},
              .noise = facts.noise,
              .scale = scale_of(covariance.trace(), theirs.values.sum(), facts),
              .white = !facts.rotation || (sample.cols() <= kWhitened && !facts.own_units),
              .rotation = facts.rotation,
              .clouds = {}};
  if (frame.noise.size() > 0) covariance -= frame.noise;
  linalg::Spectrum own = linalg::symmetric_spectrum(covariance);
  if (facts.estimate && frame.noise.size() == 0 && !facts.rescaled && sample.cols() > kWhitened)
    if (const double level = estimated_noise(own.values, theirs.values); level > 0) {
      frame.noise = level * Matrix::Identity(own.values.size(), own.values.size());
      own.values.array() -= level;
    }
  Vector variance = own.values / square(frame.scale);
  if (frame.rotation) variance = variance.cwiseMax(kLeastSignal * theirs.values.cwiseMax(0));
  const Index rank = shared_rank(variance, theirs.values);
  frame.release_axes = own.vectors.leftCols(rank);
  frame.sample_axes = theirs.vectors.leftCols(rank);
  frame.release_sd = variance.head(rank).cwiseSqrt();
  frame.sample_sd = theirs.values.head(rank).cwiseSqrt();
  const Vector noise =
      frame.noise.size() == 0
          ? Vector(Vector::Zero(rank))
          : Vector((frame.release_axes.transpose() * frame.noise * frame.release_axes).diagonal() / square(frame.scale));
  place_clouds(frame, released, sample, noise, facts.origin);
  return frame;
}

Matrix Frame::turn(const Matrix& map) const {
  const Matrix own = scale * release_axes.transpose() * map * sample_axes;
  if (!white) return nearest_rotation(own);
  return nearest_rotation(release_sd.asDiagonal() * own * sample_sd.cwiseInverse().asDiagonal());
}

Matrix Frame::map(const Matrix& turn) const {
  if (!rotation)
    return release_axes * (scale * release_sd).cwiseInverse().asDiagonal() * turn * sample_sd.asDiagonal() *
           sample_axes.transpose();
  // Between whitened clouds the map is a rotation too, of coordinates in other units: the nearest one of the records
  // themselves.
  const Matrix own = white ? nearest_rotation(release_sd.asDiagonal() * turn * sample_sd.asDiagonal()) : turn;
  return release_axes * own * sample_axes.transpose() / scale;
}

}  // namespace guise::attacks
