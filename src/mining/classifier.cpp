// SPDX-License-Identifier: Apache-2.0
#include "mining/classifier.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mining/model_json.h"

namespace guise::mining {

Findings learn_classes(const Data& data, std::int64_t folds, const random::Rng& rng, const Fit& fit) {
  require(!data.columns.empty(), "{} has no attributes to learn from", data.name);
  Findings out;
  if (folds > 0) report(cross_validate(data, static_cast<int>(folds), rng, fit), out);
  out.model = fit(data);
  return out;
}

Matrix winners(const Matrix& scores, const std::vector<int>& classes) {
  Matrix out(scores.rows(), 1);
  for (Index i = 0; i < scores.rows(); ++i) {
    Index best = 0;
    scores.row(i).maxCoeff(&best);
    out(i, 0) = classes[static_cast<std::size_t>(best)];
  }
  return out;
}

LinearScores unscaled(LinearScores scores, const Vector& center, const Vector& scale) {
  scores.weights.array().colwise() /= scale.array();
  scores.intercept -= scores.weights.transpose() * center;
  return scores;
}

LinearScores always(int tells, Index attributes) {
  return {.weights = Matrix::Zero(attributes, 1), .intercept = Vector::Zero(1), .classes = {tells}};
}

Model linear_classifier(LinearScores scores) {
  require(!scores.classes.empty(), "there are no records to learn from; give fewer folds, or folds=0");
  auto parameters = std::make_shared<nlohmann::json>();
  *parameters = {{"classes", scores.classes},
                 {"weights", matrix_json(scores.weights.transpose())},
                 {"intercept", vector_json(scores.intercept)}};
  return {.outputs = {"class"},
          .classes = true,
          .apply =
              [scores = std::move(scores)](const MatrixRef& rows) {
                Matrix each = rows * scores.weights;
                each.rowwise() += scores.intercept.transpose();
                return winners(each, scores.classes);
              },
          .parameters = std::move(parameters)};
}

Model load_linear_classifier(const nlohmann::json& parameters) {
  return linear_classifier({.weights = matrix_from(parameters.at("weights")).transpose(),
                            .intercept = vector_from(parameters.at("intercept")),
                            .classes = parameters.at("classes").get<std::vector<int>>()});
}

}  // namespace guise::mining
