// SPDX-License-Identifier: Apache-2.0
#include "mining/model_json.h"

#include <cassert>
#include <nlohmann/json.hpp>
#include <vector>

namespace guise::mining {

nlohmann::json vector_json(const Vector& vector) {
  return std::vector<double>(vector.begin(), vector.end());
}

nlohmann::json matrix_json(const Matrix& matrix) {
  nlohmann::json rows = nlohmann::json::array();
  for (Index i = 0; i < matrix.rows(); ++i) rows.push_back(vector_json(matrix.row(i)));
  return rows;
}

Vector vector_from(const nlohmann::json& json) {
  const auto values = json.get<std::vector<double>>();
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

Matrix matrix_from(const nlohmann::json& json) {
  if (json.empty()) return {};
  Matrix matrix(static_cast<Index>(json.size()), static_cast<Index>(json.front().size()));
  Index place = 0;
  for (const nlohmann::json& row : json) {
    const Vector values = vector_from(row);
    assert(values.size() == matrix.cols() && "model_check.h lets rows of one length pass only");
    matrix.row(place++) = values.transpose();
  }
  return matrix;
}

}  // namespace guise::mining
