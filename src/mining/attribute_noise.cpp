// SPDX-License-Identifier: Apache-2.0
#include "mining/attribute_noise.h"

#include <cmath>

#include "base/error.h"
#include "release/noise_shape.h"
#include "stats/density_summary.h"

namespace guise::mining {

AttributeNoise attribute_noise(const Data& data) {
  const auto m = static_cast<Index>(data.columns.size());
  require(!data.facts.factor,
          "{} was multiplied by random factors; distributions behind factors are not reconstructed, only those behind noise "
          "that was added",
          data.name);
  require(data.geometry.noise_known,
          "the card of {} does not give the size of all the errors in it, so the distributions behind them cannot be found",
          data.name);
  AttributeNoise out{.sd = Vector::Zero(m), .cell = data.facts.cells ? data.facts.cells->width : Vector(Vector::Zero(m))};
  if (!data.facts.noise_covariance) return out;
  // Noise that follows the data's shape is told by its power alone; the rest is in the covariance of the release.
  const bool shaped = data.facts.noise_similarity != 0;
  const Matrix noise =
      shaped ? release::noise_covariance(data.facts, moments(data).covariance()) : *data.facts.noise_covariance;
  out.sd = noise.diagonal().cwiseMax(0).cwiseSqrt();
  if (data.facts.noise_law)
    out.law = *data.facts.noise_law;
  else if (!out.sd.isZero(0))
    out.notes.push_back("the law of the noise is not known, or it is a sum of several; it is taken as gaussian");
  return out;
}

stats::Density original_density(const stats::Histogram& released, const AttributeNoise& noise, Index attribute,
                                const stats::Reconstruction& how) {
  if (noise.sd[attribute] > 0) return stats::reconstruct_density(released, noise.law, noise.sd[attribute], how);
  return stats::counted_density(released, how.cells, noise.cell[attribute]);
}

}  // namespace guise::mining
