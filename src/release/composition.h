// SPDX-License-Identifier: Apache-2.0
// What several releases of the same records guarantee together: less than each alone.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "release/certificate.h"

namespace guise::release {

/// The releases with Gaussian noise as one of mu-Gaussian privacy, mu = root of the sum of squares, which is exact (Dong, Roth
/// and Su 2022, Corollary 3.3). With one on a grid among them all count as zero-concentrated, rho = mu^2 / 2, which adds up too
/// (Bun and Steinke 2016, Lemma 1.7). Laplace noise adds its epsilon, on top of that at the same delta.
struct Composition {
  std::string unit = {};                      ///< what is protected
  double mu = 0;                              ///< 0: none had Gaussian noise
  bool grid = false;                          ///< some of that noise was on a grid
  double pure = 0;                            ///< epsilon of Laplace noise, summed
  std::optional<theory::Sketch> sketch = {};  ///< secret sums over records, which stand alone
  double extra_delta = 0;                     ///< as of a certificate, summed
  std::string reason = {};                    ///< why there is no guarantee, as the end of a sentence
  bool holds() const { return reason.empty(); }
};

/// Each noise once: the same release written twice is one. `names` are those of the releases, for the reason.
Composition compose(std::span<const Certificate> certificates, std::span<const std::string> names);

/// The least epsilon at this delta; nothing where there is no guarantee or its extra_delta is more.
std::optional<double> certified_epsilon(const Composition& together, double delta);

/// "mu = 1.414, epsilon = 7.1 at delta = 1e-06", or "no formal guarantee, since …"
std::string describe(const Composition& together);

/// How much all releases of the same records may tell together.
struct Budget {
  bool is_mu;  ///< else epsilon, at kStatedDelta
  double most;
  std::string text() const;
};
Budget parse_budget(std::string_view text);  ///< "mu=1" or "epsilon=3"
bool exceeds(const Composition& together, const Budget& budget);

}  // namespace guise::release
