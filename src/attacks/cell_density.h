// SPDX-License-Identifier: Apache-2.0
// A smooth density behind counts of equal cells: the cumulative counts are joined by a monotone cubic, so each cell keeps its
// count exactly and the density inside it leans towards its fuller neighbour.
#pragma once
#include <vector>

#include "base/matrix.h"
#include "stats/histogram.h"

namespace guise::attacks {

/// Mean and variance of x within its cell.
struct CellMoments {
  double mean, variance;
};

class CellDensity {
 public:
  /// From the histogram of released cell middles. Cells finer than the histogram's are taken as flat.
  CellDensity(const stats::Histogram& released, double width, double origin);
  /// From counts of the cells first, first + 1, …
  CellDensity(std::vector<double> counts, double first, double width, double origin);

  double width() const { return width_; }
  double low(double cell) const { return origin_ + cell * width_; }  ///< lower edge of a cell
  double cell_of(double value) const;                                ///< number of the cell a value lies in
  CellMoments moments(double cell) const;                            ///< closed form
  double density(double cell, double share) const;  ///< at a share 0..1 of the cell, relative to its mean density

 private:
  struct Shape {
    double left, right;  // density at the edges over the mean density of the cell
  };
  Shape shape(double cell) const;
  void join();
  double width_, origin_, first_ = 0;
  std::vector<double> counts_;
  std::vector<double> edges_;  // density at the edges, in counts per cell
};

}  // namespace guise::attacks
