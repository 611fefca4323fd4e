// SPDX-License-Identifier: Apache-2.0
// What a sample of a table tells about its law: the tests of paper 004, section 4, that say which reconstruction fits.
#pragma once
#include <optional>
#include <vector>

#include "base/matrix.h"
#include "stats/independence.h"
#include "stats/resampling.h"

namespace guise::stats {

struct PriorKnowledge {
  /// p-values up to this reject independence and joint normality, which are tested once in a table: 5 of 100 tables for which
  /// they hold are rejected.
  static constexpr double kLevel = 0.05;
  /// The same for the tests of every attribute, of which there are many. The least that kDraws draws can give.
  static constexpr double kAttributeLevel = 0.01;
  static constexpr int kDraws = 99;

  struct Attribute {
    Index column;       ///< of the sample
    double kurtosis;    ///< beyond the normal law's 3
    double most_equal;  ///< share of the most frequent value: of zeros, in sparse data
    Significance laplace, normal;
    bool whole = false;  ///< every value is a whole number
  };
  std::vector<Attribute> attributes;  ///< constant columns are left out
  Index records = 0;                  ///< of the sample
  Independence independence;
  std::optional<Significance> normal = {};  ///< of all attributes together; absent where the records do not suffice
  Index normal_records = 0;                 ///< how many of them that test used

  bool independent() const { return independence.p_value > kLevel; }
  bool multivariate_normal() const { return normal && normal->p_value > kLevel; }
  /// Most attributes follow the Laplace law, or have one value in half of the records or more: from there on the L1 attack is
  /// better than the linear one (papers.md, paper 004, sparsity sweep).
  bool sparse() const;
  /// Attributes whose normality is not rejected; independent component analysis stands at most one.
  Index normal_attributes() const;
  Index whole_attributes() const;
};

/// Records are rows. Quadratic in the records and so meant for a sample of up to a few thousand; the joint test of normality
/// takes fewer of them the more attributes there are.
PriorKnowledge test_prior_knowledge(const Matrix& sample, const random::Rng& rng);

}  // namespace guise::stats
