// SPDX-License-Identifier: Apache-2.0
#include "attacks/noise_space.h"

#include <fmt/format.h>

#include "attacks/noise_level.h"
#include "release/noise_shape.h"

namespace guise::attacks {
namespace {

/// Directions with less noise than this share of the greatest count as having this much, so that whitening stays finite.
constexpr double kLeastNoise = 1e-12;

/// Standard deviation of the noise per attribute; where there is none, a trace of the attribute's own spread.
Vector units(const Vector& noise, const Vector& spread) {
  Vector unit = noise.cwiseMax(kLeastNoise * spread).cwiseSqrt();
  for (double& value : unit) value = value > 0 ? value : 1;
  return unit;
}

bool is_white(const Matrix& covariance) {
  const Index m = covariance.rows();
  return (covariance - covariance(0, 0) * Matrix::Identity(m, m)).cwiseAbs().maxCoeff() <= 1e-12 * covariance(0, 0);
}

}  // namespace

linalg::RecordMap NoiseSpace::filter(const Vector& center, const Vector& gain, const Vector& shift) const {
  std::vector<Index> kept;
  for (Index i = 0; i < gain.size(); ++i)
    if (gain[i] != 0) kept.push_back(i);
  const Matrix vectors = spectrum.vectors(Eigen::all, kept);
  const Matrix left = vectors * gain(kept).asDiagonal(), right = vectors.transpose();
  if (forward.size() == 0) return linalg::factored_map(center, left, right, shift);
  return linalg::factored_map(center, forward * left, right * back, shift);
}

Matrix NoiseSpace::covariance(const Vector& values) const {
  const Matrix inner = spectrum.vectors * values.asDiagonal() * spectrum.vectors.transpose();
  return back.size() == 0 ? inner : Matrix(back.transpose() * inner * back);
}

NoiseSpace noise_space(const Matrix& spread, bool centered, const std::string& rule, const Evidence& evidence,
                       const Knowledge& known, const random::Rng& rng) {
  const double freedom = static_cast<double>(centered ? evidence.records - 1 : evidence.records);
  const bool told = rule == "known" || (rule == "auto" && known.noise_covariance);
  if (!told) {
    NoiseSpace space{.spectrum = linalg::symmetric_spectrum(spread)};
    space.variance = rule == "histogram" ? fitted_noise_variance(evidence.sample, centered, rng)
                                         : median_noise_variance(space.spectrum.values, freedom);
    space.note = fmt::format("noise variance estimated as {:.4g} by the {}", space.variance,
                             rule == "histogram" ? "fit to the eigenvalues' histogram" : "median of the eigenvalues");
    return space;
  }
  const Matrix noise = noise_covariance(known, evidence.moments.covariance());
  if (is_white(noise)) return {.spectrum = linalg::symmetric_spectrum(spread), .variance = noise(0, 0)};
  if (noise.diagonal().maxCoeff() <= 0) return {.spectrum = linalg::symmetric_spectrum(spread)};
  // Each attribute in units of its own noise first: money and shares differ by factors whose squares a double does not hold
  // together.
  const Vector unit = units(noise.diagonal(), spread.diagonal());
  const Vector inverse = unit.cwiseInverse();
  const linalg::Spectrum shape = linalg::symmetric_spectrum(inverse.asDiagonal() * noise * inverse.asDiagonal());
  const Vector root = shape.values.cwiseMax(kLeastNoise * shape.values(0)).cwiseSqrt();
  NoiseSpace space;
  space.forward = inverse.asDiagonal() * (shape.vectors * root.cwiseInverse().asDiagonal() * shape.vectors.transpose());
  space.back = shape.vectors * root.asDiagonal() * shape.vectors.transpose() * unit.asDiagonal();
  space.spectrum = linalg::symmetric_spectrum(space.forward.transpose() * spread * space.forward);
  space.variance = 1;
  return space;
}

}  // namespace guise::attacks
