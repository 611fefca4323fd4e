// SPDX-License-Identifier: Apache-2.0
#include "attacks/isotonic.h"

#include <cmath>
#include <vector>

namespace guise::attacks {

Isotonic rising_fit(const Vector& series) {
  struct Block {
    double sum;
    Index count;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Block> blocks;
  for (const double value : series) {
    blocks.push_back({value, 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() >= blocks.back().mean()) {
      const Block last = blocks.back();
      blocks.pop_back();
      blocks.back() = {blocks.back().sum + last.sum, blocks.back().count + last.count};
    }
  }
  Isotonic out{.fit = Vector(series.size()), .levels = static_cast<Index>(blocks.size())};
  Index at = 0;
  for (const Block& block : blocks) {
    out.fit.segment(at, block.count).setConstant(block.mean());
    at += block.count;
  }
  out.residual = (series - out.fit).squaredNorm();
  return out;
}

Isotonic monotone_fit(const Vector& series) {
  Isotonic rising = rising_fit(series), falling = rising_fit(-series);
  falling.fit = -falling.fit;
  return rising.residual <= falling.residual ? rising : falling;
}

bool explains(const Isotonic& fit, double noise_variance) {
  // The fit spends about one degree of freedom per level (Meyer and Woodroofe 2000). Squares of Laplace noise, the heaviest
  // law, have variance 5 sigma^4; five standard errors.
  const double free = static_cast<double>(fit.fit.size() - fit.levels);
  return free > 0 && fit.residual <= noise_variance * (free + 5 * std::sqrt(5 * free));
}

}  // namespace guise::attacks
