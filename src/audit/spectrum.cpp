// SPDX-License-Identifier: Apache-2.0
// Paper 001, section 4: eigenvalues of the release above those that noise alone would have are the data's.
#include "audit/spectrum.h"

#include "linalg/spectrum.h"
#include "theory/gaussian_information.h"

namespace guise::audit {
namespace {

// Noise whose variances differ by less than this share counts as equal: what is left of rounding.
constexpr double kEqual = 1e-6;

Vector falling_eigenvalues(const Matrix& covariance) {
  return linalg::symmetric_spectrum(covariance).values;
}

/// Covariance of independent noise of known size on every column of the release.
std::optional<Matrix> plain_noise(const attacks::Knowledge& known, Index columns) {
  if (!known.noise_covariance || known.noise_similarity != 0 || known.noise_covariance->rows() != columns) return {};
  const Vector sizes = linalg::symmetric_spectrum(*known.noise_covariance).values;
  if (!(sizes.minCoeff() > 0)) return {};
  return known.noise_covariance;
}

bool equal_in_all(const Matrix& noise) {
  const Vector sizes = linalg::symmetric_spectrum(noise).values;
  return sizes.maxCoeff() - sizes.minCoeff() <= kEqual * sizes.maxCoeff();
}

/// N^-1/2 C N^-1/2: what noise N is in these units is white, with variance 1, and only white noise has the band.
Matrix in_units_of(const Matrix& noise, const Matrix& covariance) {
  const Matrix root = linalg::inverse_square_root(noise);
  return root * covariance * root;
}

}  // namespace

std::optional<Spectrum> spectrum_of(const Variant& variant, const Gathered& gathered, const stats::Moments& truth) {
  if (variant.width() == 0) return {};
  const stats::Moments& release = gathered.evidence.moments;
  const attacks::Knowledge& known = variant.card.knowledge;
  const std::optional<Matrix> noise = plain_noise(known, release.attributes());
  if (!noise) return Spectrum{falling_eigenvalues(release.covariance()), falling_eigenvalues(truth.covariance())};
  const auto records = static_cast<double>(release.count()), columns = static_cast<double>(release.attributes());
  if (equal_in_all(*noise))
    return Spectrum{falling_eigenvalues(release.covariance()), falling_eigenvalues(truth.covariance()),
                    theory::marchenko_pastur_band((*noise)(0, 0), records, columns)};
  // Originals in units of the noise make sense where both have the same columns.
  const bool same = !known.mixed && truth.attributes() == release.attributes();
  return Spectrum{falling_eigenvalues(in_units_of(*noise, release.covariance())),
                  same ? falling_eigenvalues(in_units_of(*noise, truth.covariance())) : Vector(),
                  theory::marchenko_pastur_band(1, records, columns), true};
}

std::optional<double> information_bound(const Variant& variant, const stats::Moments& truth) {
  const attacks::Knowledge& known = variant.card.knowledge;
  const bool plain = !known.mixed && known.noise_covariance && known.noise_similarity == 0 && !known.cells && !known.factor &&
                     variant.width() == truth.attributes();
  if (!plain || known.noise_law != random::Law::gaussian) return {};
  return theory::gaussian_information(truth.covariance(), *known.noise_covariance);
}

}  // namespace guise::audit
