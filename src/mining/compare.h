// SPDX-License-Identifier: Apache-2.0
// How near findings from a release come to those from the truth: what several tasks measure alike.
#pragma once
#include "mining/task.h"

namespace guise::mining {

/// Of the first estimates of both: relative errors of their entries, the median and the root mean square over that of the
/// truth; where standard errors are known, the share of entries within two of them.
std::vector<Agreement> compare_estimates(const Mined& truth, const Mined& release);

/// Accuracies in cross-validation and their ratio, from the figures "accuracy".
std::vector<Agreement> compare_accuracy(const Mined& truth, const Mined& release);

/// The value of a figure by its name; NaN where there is none.
double figure(const Findings&, std::string_view name);

/// How two ways to put the same records in groups agree.
struct Grouping {
  double adjusted_rand;  ///< Hubert and Arabie (1985): 1 the same groups, 0 what chance gives
  double error;          ///< share of records in another group, under the best matching of groups
};
/// `together(i, j)`: records in group i of one and group j of the other.
Grouping agreement_of(const Matrix& together);

/// Records by the groups that the models of both give them. Holds a number for each record, not the tables.
Matrix contingency(const Mined& truth, const Mined& release, Index groups_of_truth, Index groups_of_release);

}  // namespace guise::mining
