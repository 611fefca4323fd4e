// SPDX-License-Identifier: Apache-2.0
// Random projection of the records, U = R X / (sqrt(k) sigma) with R secret, k x n: inner products of columns survive on
// average. Liu, Kargupta and Ryan (TKDE 2006, paper 000), Lemma 5.4; for tables split by attributes between owners.
#pragma once
#include "masks/step.h"

namespace guise::masks {

/// R is never stored: column i belongs to record i and is made when the record passes. Laws gaussian, sign, sparse, or sketch
/// (CountSketch, Charikar, Chen and Farach-Colton 2002: each record goes into one sum, with a random sign).
Plan record_sums(const std::string& law, Index outputs, double factor, const StepInput& input);

}  // namespace guise::masks
