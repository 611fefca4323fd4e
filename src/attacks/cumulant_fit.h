// SPDX-License-Identifier: Apache-2.0
// A secret matrix with fewer rows than columns, from cumulants: those of order 2 to 4 of M x must be those of the release, and
// those of order 6 where the release has two columns only and the attributes are independent (Cumulants::sixth).
// Beyond section 1.10 (b) decomposes the release's tensor alone (FOOBI); who has a sample knows the originals' cumulants too,
// so that dependent attributes do no harm, and order, sign and scale of the columns come with the fit.
#pragma once
#include "base/matrix.h"
#include "random/rng.h"
#include "stats/cumulants.h"

namespace guise::attacks {

struct CumulantFit {
  Matrix matrix;        ///< released columns x attributes
  double misfit = 0;    ///< mean squared difference of the cumulants, in their standard errors: around 1 for the true matrix
  Index equations = 0;  ///< cumulants; the matrix is determined only if it has not more entries
};

/// `released` must be white (mean 0, uncorrelated, variance 1); `originals` are of attributes of variance 1, known from so many
/// records. `noise` is the covariance of normal noise in the release, empty for none. Levenberg and Marquardt's method from
/// random starts.
CumulantFit fit_cumulants(const Matrix& released, const stats::Cumulants& originals, Index sample_records, const Matrix& noise,
                          const random::Rng& rng);

}  // namespace guise::attacks
