// SPDX-License-Identifier: Apache-2.0
#include "mining/classifier.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "mining/model_json.h"

namespace guise::mining {

Findings learn_classes(const Data& data, std::int64_t folds, const random::Rng& rng, const Fit& fit) {
  require(!data.columns.empty(), "{} has no attributes to learn from", data.name);
  Findings out;
  if (folds > 0) report(cross_validate(data, static_cast<int>(folds), rng, fit), *data.label, out);
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

namespace {

Model model_of(const LinearScores& scores, std::function<Matrix(const MatrixRef&)> apply) {
  require(!scores.classes.empty(), "there are no records to learn from; give fewer folds, or folds=0");
  auto parameters = std::make_shared<nlohmann::json>();
  *parameters = {{"classes", scores.classes},
                 {"weights", matrix_json(scores.weights.transpose())},
                 {"intercept", vector_json(scores.intercept)}};
  return {.outputs = {"class"}, .classes = true, .apply = std::move(apply), .parameters = std::move(parameters)};
}

Matrix scores_of(const LinearScores& scores, const MatrixRef& rows) {
  Matrix each = rows * scores.weights;
  each.rowwise() += scores.intercept.transpose();
  return each;
}

LinearScores scores_from(const nlohmann::json& parameters) {
  return {.weights = matrix_from(parameters.at("weights")).transpose(),
          .intercept = vector_from(parameters.at("intercept")),
          .classes = parameters.at("classes").get<std::vector<int>>()};
}

}  // namespace

Model linear_classifier(LinearScores scores) {
  return model_of(scores, [scores](const MatrixRef& rows) { return winners(scores_of(scores, rows), scores.classes); });
}

Model softmax_classifier(LinearScores scores) {
  return model_of(scores, [scores](const MatrixRef& rows) {
    const Matrix each = scores_of(scores, rows), said = winners(each, scores.classes);
    const int classes = *std::max_element(scores.classes.begin(), scores.classes.end()) + 1;
    Matrix out = Matrix::Zero(rows.rows(), 1 + classes);
    out.col(0) = said.col(0);
    for (Index i = 0; i < rows.rows(); ++i) {
      const Eigen::RowVectorXd odds = (each.row(i).array() - each.row(i).maxCoeff()).exp();
      for (std::size_t c = 0; c < scores.classes.size(); ++c)
        out(i, 1 + scores.classes[c]) = odds[static_cast<Index>(c)] / odds.sum();
    }
    return out;
  });
}

Model load_linear_classifier(const nlohmann::json& parameters) {
  return linear_classifier(scores_from(parameters));
}

Model load_softmax_classifier(const nlohmann::json& parameters) {
  return softmax_classifier(scores_from(parameters));
}

}  // namespace guise::mining
