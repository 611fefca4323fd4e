// SPDX-License-Identifier: Apache-2.0
// Which records a guess exposes most: those it comes much nearer to than the mean does, which are the unusual ones.
#pragma once
#include <vector>

#include "audit/close_look.h"

namespace guise::audit {

class MostExposed {
 public:
  /// `scored`: the columns that count. Mean and standard deviation of all columns of the originals.
  MostExposed(std::size_t most, const Vector& mean, const Vector& sd, std::vector<Index> scored);

  void add(std::int64_t record, const MatrixRef& truth, const MatrixRef& guess, Index row);
  void merge(const MostExposed& other);
  std::vector<Exposed> finish() const;  ///< the most exposed first

 private:
  void drop_the_rest();
  std::size_t most_;
  Vector mean_, weight_;  // 1 / variance; 0 for constant columns
  std::vector<Index> scored_;
  double counted_ = 0;  // columns that vary
  std::vector<Exposed> kept_;
};

}  // namespace guise::audit
