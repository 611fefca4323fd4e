// SPDX-License-Identifier: Apache-2.0
// What a step of logistic regression needs of the records, gathered in one pass.
#pragma once
#include "mining/data.h"

namespace guise::mining {

/// What attributes are measured in while learning, and the classes there are.
struct LearningUnits {
  double records = 0;
  Vector center, scale;  ///< mean and standard deviation; a scale of 1 where an attribute is constant
  Matrix covariance;
  std::vector<int> present = {};
  /// Two classes have one set of coefficients, that of the second; more have one each.
  Index problems() const { return present.size() == 2 ? 1 : static_cast<Index>(present.size()); }
};
LearningUnits learning_units(const Data&);

/// Minus the log-likelihood with its derivatives by the coefficients, class by class.
struct LogisticSums {
  double value = 0;
  Vector gradient = {};
  Matrix hessian = {};
  void merge(const LogisticSums& later);
};
/// `at`: coefficients of (x - center) / scale with the constant's last, a column per problem.
LogisticSums logistic_sums(const Data&, const LearningUnits&, const Matrix& at);

}  // namespace guise::mining
