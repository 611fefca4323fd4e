// SPDX-License-Identifier: Apache-2.0
#include "attacks/sighting.h"

#include <unordered_map>

#include "attacks/insider.h"
#include "release/noise_shape.h"
#include "stats/gaussian.h"

namespace guise::attacks {
namespace {

// Share of the release's variance taken for noise where there is none, so that nothing is divided by 0.
constexpr double kExact = 1e-9;

/// Units that were estimated put a record off, one of average length by this.
Matrix displacement(const UnitErrors& errors) {
  return errors.center + Matrix(errors.variance.diagonal().asDiagonal()) / 4;
}

Sighting without_unit_errors(const Evidence& evidence, const Knowledge& known) {
  if (known.mixed) return {rounded_channel(evidence, known), true, true};
  Sighting out{linalg::Affine::identity(evidence.width()), known.noise_covariance.has_value(),
               known.noise_covariance.has_value() && known.shape.has_value()};
  if (known.noise_mean) out.channel.shift = *known.noise_mean;
  if (out.noise_known) out.channel.covariance = noise_covariance(known, evidence.moments.covariance());
  return out;
}

}  // namespace

Sighting sighting(const Evidence& evidence, const Knowledge& known) {
  Sighting out = without_unit_errors(evidence, known);
  if (known.unit_errors && out.noise_known)
    out.channel.covariance += out.channel.map * displacement(*known.unit_errors) * out.channel.map.transpose();
  return out;
}

Groups groups_of(const Evidence& evidence, const Knowledge& known) {
  if (known.records_kept.empty() || evidence.sample_kept.empty()) return {};
  std::unordered_map<std::string, Index> numbers;
  const auto numbered = [&](const std::vector<std::string>& texts) {
    std::vector<Index> out;
    for (const std::string& text : texts)
      out.push_back(numbers.try_emplace(text, static_cast<Index>(numbers.size())).first->second);
    return out;
  };
  return {.wanted = numbered(known.records_kept), .rows = numbered(evidence.sample_kept)};
}

Matrix seen_through(const Sighting& sight, const Matrix& records) {
  return (records * sight.channel.map.transpose()).rowwise() + sight.channel.shift.transpose();
}

NoiseUnits noise_units(const Evidence& evidence, const Sighting& sight) {
  const Vector variance = evidence.moments.covariance().diagonal();
  NoiseUnits out{.mean = evidence.moments.mean(), .varying = {}, .lower = {}};
  for (Index j = 0; j < variance.size(); ++j)
    if (variance(j) > 0) out.varying.push_back(j);
  if (out.varying.empty()) return out;
  Matrix metric = sight.noise_known ? Matrix(sight.channel.covariance(out.varying, out.varying))
                                    : Matrix(variance(out.varying).asDiagonal());
  metric.diagonal() += kExact * variance(out.varying);
  out.lower = stats::robust_cholesky(metric);
  return out;
}

Matrix NoiseUnits::of(const Matrix& rows) const {
  Matrix white = (rows.rowwise() - mean.transpose())(Eigen::all, varying).transpose();
  if (!varying.empty()) lower.triangularView<Eigen::Lower>().solveInPlace(white);
  return white.transpose();
}

}  // namespace guise::attacks
