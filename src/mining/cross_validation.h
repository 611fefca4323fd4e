// SPDX-License-Identifier: Apache-2.0
// How well a classifier does on records it has not seen.
#pragma once
#include "mining/task.h"

namespace guise::mining {

struct Validation {
  Vector shares;            ///< of records told right, fold by fold
  Matrix confusion;         ///< (true class, said class), over all folds
  double accuracy() const;  ///< of all records
  double error() const;     ///< standard error of the mean over folds
  /// What folds share makes a variance so many times that of independent records: their models learn from nearly the same
  /// records (Nadeau and Bengio 2003, "Inference for the generalization error", with one training part for all).
  double shared() const;
};

/// Learns from all folds but one and tells the classes of that one; folds are drawn by key. A class that a training part lacks
/// cannot be told there, and counts as wrong.
Validation cross_validate(const Data&, int folds, const random::Rng& rng,
                          const std::function<Model(const Data& training)>& fit);

/// Its figures, named for reports: accuracy, that of always saying the largest class; and how many records of each class were
/// taken for which, where the classes are few.
void report(const Validation&, const Label&, Findings&);

/// The parameter `folds` of every supervised task.
inline constexpr Param kFolds = {.name = "folds",
                                 .help = "of the cross-validation; 0 for none",
                                 .kind = Param::Kind::integer,
                                 .fallback = 10,
                                 .least = 0,
                                 .most = 1000};

}  // namespace guise::mining
