// SPDX-License-Identifier: Apache-2.0
// Where known records lie in a release that keeps distances: the rows whose distances to each other are those of the records.
// Turgay, Pedersen, Saygin, Savas and Levi (2008); Giannella, Liu and Kargupta (2013). Beyond section 1.5.
#pragma once
#include <vector>

#include "attacks/signature_walk.h"

namespace guise::attacks {

/// Places up to six of the known records; that many distances tell them from any others.
Placements place_records(const Matrix& known, const Matrix& rows, const Tolerance&, SignatureSearch how);

/// About how many wrong placements of a signature fit, judged by the distances between consecutive rows.
double placements_by_chance(const Matrix& known, const Matrix& rows, const Tolerance&, SignatureSearch how);

/// Rows that lie to the placed records as known record `wanted` does, nearest first.
std::vector<Index> rows_like(const Matrix& known, Index wanted, const Matrix& rows, const Placement&, const Tolerance&);

}  // namespace guise::attacks
