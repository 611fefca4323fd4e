// SPDX-License-Identifier: Apache-2.0
// What a mask that nobody described did, estimated from a release beside its originals: factors, constants and noise of the
// originals' own columns, or the noise behind mixed ones. Methods are public (Kerckhoffs), so that every attacker knows it.
// Beyond-2 section 4.5.
#pragma once
#include <optional>
#include <string>

#include "attacks/knowledge.h"
#include "audit/audit.h"

namespace guise::audit {

/// y = a x + t + e, column by column.
struct EstimatedMask {
  Vector factor, constant;              ///< 1 and 0 unless something else is clear
  Matrix noise;                         ///< covariance of e; diagonal where its correlations may be chance
  std::optional<random::Law> law = {};  ///< of e, where it is one of those known
  Vector noise_share;                   ///< standard deviation of e in that of a x
  bool changes_units() const;
  std::string sentence() const;  ///< what is taken as known, for people
};

/// `rows`: originals and release side by side. Nothing where columns are no single attributes with noise that does not depend
/// on them, where there is no noise, or too few rows to tell.
std::optional<EstimatedMask> estimate_own_columns(const Matrix& originals, const Matrix& released);

/// Covariance of what the best linear map of the originals leaves of the release; nothing where that is next to nothing.
std::optional<Matrix> estimate_mixed_noise(const Matrix& originals, const Matrix& released);

/// Tells every reading of a given release what it did; `given` gets the sentence. `both`: originals, then the release's
/// columns.
void tell_estimated_mask(Given& given, const table::Table& both, const table::Selection& originals, const table::Work& work);

}  // namespace guise::audit
