// SPDX-License-Identifier: Apache-2.0
#include "release/noise_shape.h"

#include <cmath>

#include "linalg/spectrum.h"

namespace guise::release {
namespace {

/// Inverts release = data + c max(0, level - slope data) value by value; turn = 1 - c slope is not 0.
Vector inverted(const Vector& release, double level, double slope, double c) {
  const double turn = 1 - c * slope;
  return release.unaryExpr([&](double value) {
    const bool beyond_noise = turn > 0 && value >= level / slope;
    return beyond_noise ? value : std::max(0.0, (value - c * level) / turn);
  });
}

}  // namespace

Vector shaped_noise(const Vector& data, double power, double similarity) {
  const double white = power / static_cast<double>(data.size()), total = data.sum();
  if (total <= 0) return Vector::Constant(data.size(), white);
  const Vector blend = (similarity * power / total * data.array() + (1 - similarity) * white).cwiseMax(0);
  return blend * (power / blend.sum());
}

Vector unshaped_data(const Vector& release, double power, double similarity) {
  const double total = release.sum() - power;  // the noise keeps its total, so this is the data's
  if (total <= 0) return Vector::Zero(release.size());
  const double level = (1 - similarity) * power / static_cast<double>(release.size()), slope = -similarity * power / total;
  if (similarity >= 0) return ((release.array() - level) / (1 - slope)).cwiseMax(0);
  // As much mirrored noise as data: all sums are equal and say nothing of their parts.
  if (std::abs(1 - slope) < 1e-6) return Vector::Constant(release.size(), total / static_cast<double>(release.size()));
  // Mirrored noise is cut at 0 where the data is strong, and the rest shrunk by c to keep the power. Find the c that leaves the
  // data its total; a larger c leaves it less.
  const Vector uncut = inverted(release, level, slope, 1);
  if (slope > 1 || uncut.sum() >= total) return uncut;
  double low = 0, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double c = (low + high) / 2;
    (inverted(release, level, slope, c).sum() > total ? low : high) = c;
  }
  return inverted(release, level, slope, low);
}

Matrix noise_covariance(const Facts& known, const Matrix& release_covariance) {
  const Matrix& published = *known.noise_covariance;
  if (known.noise_similarity == 0) return published;
  const Vector scale = known.noise_scale.size() > 0 ? known.noise_scale : Vector::Ones(published.rows());
  const double power = published.diagonal().dot(scale.cwiseAbs2());
  const linalg::Spectrum spectrum = linalg::symmetric_spectrum(scale.asDiagonal() * release_covariance * scale.asDiagonal());
  const Vector data = unshaped_data(spectrum.values, power, known.noise_similarity);
  const Matrix back = scale.cwiseInverse().asDiagonal() * spectrum.vectors;
  const Matrix solved = back * shaped_noise(data, power, known.noise_similarity).asDiagonal() * back.transpose();
  // The diagonal is public: what sampling made of it is put right.
  const Vector correction = (published.diagonal().array() / solved.diagonal().array().max(1e-300)).sqrt();
  return correction.asDiagonal() * solved * correction.asDiagonal();
}

}  // namespace guise::release
