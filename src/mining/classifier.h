// SPDX-License-Identifier: Apache-2.0
// What tasks that learn to tell classes share: validating and learning, and the model of most of them, a score per class that
// is linear in the record.
#pragma once
#include "mining/cross_validation.h"

namespace guise::mining {

using Fit = std::function<Model(const Data& training)>;

/// Accuracy by cross-validation, unless `folds` is 0, then the model of all records.
Findings learn_classes(const Data&, std::int64_t folds, const random::Rng&, const Fit&);

/// One column per class that was there to learn from: it wins where weights' x + intercept is largest, the first of equals.
/// A class that was not there has none, and is never told.
struct LinearScores {
  Matrix weights;    ///< attributes x classes
  Vector intercept;  ///< per class
  std::vector<int> classes;
};
Model linear_classifier(LinearScores);
Model load_linear_classifier(const nlohmann::json& parameters);
/// The same where scores are logarithms of odds: with the probability of each class behind the class.
Model softmax_classifier(LinearScores);
Model load_softmax_classifier(const nlohmann::json& parameters);

/// Scores in the units of x for those learnt of (x - center) / scale.
LinearScores unscaled(LinearScores, const Vector& center, const Vector& scale);

/// A model that tells one class, of attributes as many as asked for: all there was to learn.
LinearScores always(int tells, Index attributes);

/// The class with the largest score in every row, the first of equals; `classes` are the numbers of the columns.
Matrix winners(const Matrix& scores, const std::vector<int>& classes);

}  // namespace guise::mining
