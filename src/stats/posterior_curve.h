// SPDX-License-Identifier: Apache-2.0
// E[x | y] as a curve: tabulated once, then read for millions of y.
#pragma once
#include <array>
#include <vector>

#include "stats/density.h"

namespace guise::stats {

/// Polynomials within 1e-8 sd of `posterior`, which it calls outside the table and where y hardly ever falls. The table depends
/// only on the density and the law, so a chunk of records gets the same bits wherever it is cut.
class PosteriorCurve {
 public:
  PosteriorCurve(const Density& density, random::Law law, double sd);

  Posterior operator()(double y) const;
  Vector mean(const Eigen::Ref<const Vector>& y, Vector* posterior_sd = nullptr) const;

 private:
  static constexpr std::size_t kOrder = 8;
  using Points = std::array<double, kOrder>;
  struct Piece {
    double start, length;
    bool direct;      // no polynomial fits: call `posterior`
    Points mean, sd;  // divided differences in t = (y - start) / length
  };
  void tabulate(double start, double end, int depth);
  Density density_;
  random::Law law_;
  double sd_;
  std::vector<double> starts_;  // of the pieces, rising
  std::vector<Piece> pieces_;
};

}  // namespace guise::stats
