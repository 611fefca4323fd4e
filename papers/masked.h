// SPDX-License-Identifier: Apache-2.0
// A table behind one step of a mask, with a fixed generator in place of a key, and what its attackers know.
#pragma once
#include <string_view>

#include "attacks/knowledge.h"
#include "base/matrix.h"
#include "random/rng.h"

namespace guise::papers {

struct Masked {
  Matrix released;
  Matrix matrix;                ///< M of y = M x; empty where there is none
  attacks::Knowledge outsider;  ///< what the card tells
  attacks::Knowledge insider;   ///< … and the shared half of the key
};

/// `step` as on the command line, one with a secret map of each record: "rotate", "project(k=2)", "distort".
Masked masked(std::string_view step, const Matrix& data, const random::Rng& rng);
/// The same with nothing in `insider`: behind a large distortion that takes longer than the release.
Masked masked_without_insider(std::string_view step, const Matrix& data, const random::Rng& rng);

/// A step that mixes records: "project(k=150, side=records)". Released records are sums over all of the table's.
Matrix mixed_records(std::string_view step, const Matrix& data, const random::Rng& rng);

/// Besides that he knows mean and covariance of the originals.
attacks::Knowledge with_moments(attacks::Knowledge known, const Vector& mean, const Matrix& covariance);

}  // namespace guise::papers
