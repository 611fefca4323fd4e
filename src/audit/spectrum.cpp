// SPDX-License-Identifier: Apache-2.0
// Paper 001, section 4: eigenvalues of the release above those that noise alone would have are the data's.
#include "audit/spectrum.h"

#include "linalg/spectrum.h"
#include "theory/gaussian_information.h"

namespace guise::audit {
namespace {

Vector falling_eigenvalues(const stats::Moments& moments) {
  return linalg::symmetric_spectrum(moments.covariance()).values;
}

/// The band of white noise; noise of several sizes has none of its own, and the largest of them bounds it from above.
std::optional<theory::Band> noise_band(const attacks::Knowledge& known, const stats::Moments& release) {
  if (!known.noise_covariance || known.noise_similarity != 0) return {};
  const Vector sizes = known.noise_covariance->diagonal();
  const auto records = static_cast<double>(release.count()), columns = static_cast<double>(release.attributes());
  return theory::Band{theory::marchenko_pastur_band(sizes.minCoeff(), records, columns).low,
                      theory::marchenko_pastur_band(sizes.maxCoeff(), records, columns).high};
}

}  // namespace

std::optional<Spectrum> spectrum_of(const Variant& variant, const Gathered& gathered, const stats::Moments& truth) {
  if (variant.width() == 0) return {};
  const stats::Moments& release = gathered.evidence.moments;
  return Spectrum{falling_eigenvalues(release), falling_eigenvalues(truth), noise_band(variant.card.knowledge, release)};
}

std::optional<double> information_bound(const Variant& variant, const stats::Moments& truth) {
  const attacks::Knowledge& known = variant.card.knowledge;
  const bool plain = !known.mixed && known.noise_covariance && known.noise_similarity == 0 && !known.cells && !known.factor &&
                     variant.width() == truth.attributes();
  if (!plain || known.noise_law != random::Law::gaussian) return {};
  return theory::gaussian_information(truth.covariance(), *known.noise_covariance);
}

}  // namespace guise::audit
