// SPDX-License-Identifier: Apache-2.0
// Optimal shrinkage of singular values. Gavish and Donoho (2014, 2017).
#pragma once

namespace guise::theory {

/// eta(y; beta) for the Frobenius loss; zero below the bulk edge 1 + sqrt(beta).
double shrunk_singular_value(double y, double beta);
/// The optimal hard threshold lambda(beta) for known noise, and omega(beta) for unknown noise relative to the median.
double hard_threshold(double beta);
double median_threshold(double beta);

}  // namespace guise::theory
