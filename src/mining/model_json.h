// SPDX-License-Identifier: Apache-2.0
// Matrices in the parameters of models: a list of rows, every number as it is.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "base/matrix.h"

namespace guise::mining {

nlohmann::json matrix_json(const Matrix&);
nlohmann::json vector_json(const Vector&);
/// Of what model_check.h let pass: rows have one length. A matrix without rows comes back as 0 x 0.
Matrix matrix_from(const nlohmann::json&);
Vector vector_from(const nlohmann::json&);

}  // namespace guise::mining
