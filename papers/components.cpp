// SPDX-License-Identifier: Apache-2.0
#include "papers/components.h"

#include "stats/fast_ica.h"

namespace guise::papers {

Matrix independent_components(const Matrix& released, const random::Rng& rng) {
  const stats::Ica ica = stats::fast_ica(released, {}, rng);
  return (released.rowwise() - ica.center.transpose()) * ica.unmixing.transpose();
}

Matrix correlations(const Matrix& attributes, const Matrix& components) {
  const auto standard = [](const Matrix& data) -> Matrix {
    return (data.rowwise() - data.colwise().mean()).colwise().normalized();
  };
  return (standard(attributes).transpose() * standard(components)).cwiseAbs();
}

}  // namespace guise::papers
