// SPDX-License-Identifier: Apache-2.0
// Turning one cloud of points onto another from a few known pairs: iterative closest points (Besl and McKay 1992) by the
// cosine, as for embeddings. Beyond section 1.8a.
#pragma once
#include <vector>

#include "base/matrix.h"
#include "linalg/procrustes.h"

namespace guise::attacks {

/// Rows turned back and compared with reference rows by their direction, within the directions that are known.
class Comparison {
 public:
  Comparison(const linalg::Motion& motion, const Matrix& reference);

  struct Best {
    std::vector<Index> row;  ///< of the reference
    Vector cosine;
  };
  Best nearest(const MatrixRef& rows) const;

 private:
  Matrix turn_;       // release -> known directions
  Matrix reference_;  // unit columns, one per reference row
};

struct Alignment {
  linalg::Motion motion;
  int rounds = 0;     ///< until the same rows were nearest again
  double cosine = 0;  ///< mean over the better half
};

/// Both clouds without their means. Anchors: as many rows of each. The better half of the nearest rows and the anchors give the
/// next motion.
Alignment closest_points(const Matrix& rows, const Matrix& reference, const Matrix& anchor_rows,
                         const Matrix& anchor_originals);

}  // namespace guise::attacks
