// SPDX-License-Identifier: Apache-2.0
// Components found in a release have no order, no sign and no scale. A sample of other people shows the distribution each must
// have: the pairs of least total distance settle all three (beyond section 1.9).
#pragma once
#include <string>
#include <vector>

#include "base/matrix.h"

namespace guise::attacks {

struct ComponentMatch {
  std::vector<Index> component;  ///< of each target; -1 where there were not enough components
  Vector sign;                   ///< +1 or -1 for each target, 0 without a component
  Vector confidence;             ///< in the sign, see sign_confidence
  Index doubtful = 0;            ///< targets that could as well have another's component, see swappable

  /// P with target = P component.
  Matrix selection(Index components) const;
};

/// How far two samples of one distribution of standard deviation 1 are apart, in W1 and in Kolmogorov's distance, about.
double sampling_error(Index first_records, Index second_records);

/// Confidence in a sign from the distances d+ as it is and d- mirrored: |d+ - d-| / (d+ + d-), 0 a guess and 1 certain (beyond
/// section 1.7), where the difference is first lessened by the sampling error: without, a symmetric distribution shows any
/// confidence by chance.
double sign_confidence(double plain, double mirrored, double sampling_error);

/// Below this confidence a sign counts as a guess.
constexpr double kDoubtful = 0.1;

/// From the distances of every component (row) to every target (column), as it is and mirrored. Where there are not enough
/// components, targets go without, or `share` the nearest.
ComponentMatch match_components(const Matrix& plain, const Matrix& mirrored, double sampling_error, bool share = false);

/// By W1 between quantile functions of variables of mean 0 and standard deviation 1, one in each column.
ComponentMatch match_distributions(const Matrix& components, const Matrix& targets, double sampling_error);

/// How many targets could as well have another's component, other than their own: swapping the two adds no more to their
/// distances than `errors`, what sampling explains of each distance, add up to.
Index swappable(const Matrix& distances, const Matrix& errors, const std::vector<Index>& component);

/// "which column is which attribute is a guess for 3 of 5: …"; empty when none is.
std::string order_note(Index doubtful, Index attributes);

/// What a reader must know of a match: targets without a component, an order and signs that are guesses.
std::vector<std::string> notes_on(const ComponentMatch& match);

}  // namespace guise::attacks
