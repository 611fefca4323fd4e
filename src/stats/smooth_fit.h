// SPDX-License-Identifier: Apache-2.0
// Smooth functions of several inputs, learnt through noise: ridge regression on random cosines (stats/smooth_terms.h). How far
// neighbours reach and the ridge are chosen by generalized cross-validation (stats/ridge_path.h). Records are learnt from in
// folds. What the inputs alone decide is worked out once for all folds, and while a stats::Memory exists for all targets.
#pragma once
#include <memory>
#include <vector>

#include "stats/smooth_terms.h"

namespace guise::stats {

class SmoothFit {
 public:
  /// Learns every column of `targets` from the same rows of `inputs`, each with its own reach.
  SmoothFit(const Matrix& inputs, const Matrix& targets, const std::vector<Reach>& reaches);

  Matrix predict(const Matrix& inputs) const;  ///< thread-safe

  /// The best reach for each target, of at most two different ones; on some of the rows.
  static std::vector<Reach> choose(const Matrix& inputs, const Matrix& targets);

 private:
  friend class SmoothFolds;
  /// The terms of one reach, with the targets that are learnt from them.
  struct Part {
    std::shared_ptr<const SmoothTerms> terms;
    Vector center;  ///< of the terms
    std::vector<Index> targets;
    Matrix weights;
    void add(const Matrix& terms_of_rows, Matrix& out) const;
  };
  explicit SmoothFit(Vector mean) : mean_(std::move(mean)) {}

  Vector mean_;
  std::vector<Part> parts_ = {};
};

/// Rows in folds, each of which is predicted by what the others say.
class SmoothFolds {
 public:
  /// `fold` of each row.
  SmoothFolds(const Matrix& inputs, std::vector<std::size_t> fold, std::size_t folds, std::vector<Reach> reaches);

  /// Learnt from all rows but those of a fold, whose targets are not looked at. `fitted`: of all rows.
  SmoothFit fit(std::size_t fold, const Matrix& targets, Matrix& fitted) const;

 private:
  struct Basis;  // of one reach, whatever the targets
  static std::shared_ptr<const Basis> basis_of(const Matrix& inputs, const std::vector<std::size_t>& fold, std::size_t folds,
                                               const Reach& reach);
  std::vector<std::size_t> fold_;
  std::vector<Reach> reaches_;
  struct Seen {
    Reach reach;
    std::shared_ptr<const Basis> basis;
    Matrix terms;  ///< of all rows
  };
  std::vector<Seen> seen_;
};

}  // namespace guise::stats
