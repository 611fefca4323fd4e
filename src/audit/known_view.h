// SPDX-License-Identifier: Apache-2.0
// The columns that an attacker knows of every record, as it knows them: as they are, or with an error. An error belongs to its
// column and its record, so that it is the same wherever the record is looked at and smaller for an attacker who knows more.
#pragma once
#include <cstdint>
#include <vector>

#include "audit/attacker.h"
#include "random/rng.h"

namespace guise::audit {

struct KnownView {
  std::vector<Index> columns = {};
  std::vector<double> errors = {};              ///< standard deviations; empty: all are exact
  random::Rng rng = random::Rng::from_seed(0);  ///< of the errors
  bool exact(std::size_t i) const { return errors.empty() || errors[i] == 0; }

  /// Of rows that begin with the originals; `records`: their numbers, where there are errors.
  Matrix of(const MatrixRef& rows, const std::vector<std::int64_t>& records) const;
};

/// Errors of an attacker in the columns' own units.
KnownView known_view(const Attacker& attacker, const std::vector<std::string>& columns, const stats::Moments& truth,
                     const random::Rng& rng);

}  // namespace guise::audit
