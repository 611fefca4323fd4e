// SPDX-License-Identifier: Apache-2.0
// What attacks of an insider share: he has the matrix, y = M x + t + e (Knowledge::channel).
#pragma once
#include <string>
#include <vector>

#include "attacks/attack.h"
#include "linalg/pseudo_inverse.h"

namespace guise::attacks {

/// Why nothing is said of a release that went through a matrix of zeros.
constexpr std::string_view kZeroMatrix = "every entry of the matrix is 0: the release says nothing of the records";

/// A matrix told by hand comes without shift and noise: both are 0 then.
linalg::Affine completed(linalg::Affine channel);

/// The channel with all that is known of its noise; where it has none itself, what the card says counts.
linalg::Affine insider_channel(const Knowledge& known);

/// The same with what the release shows of its rounding, for attacks that weigh noise.
linalg::Affine rounded_channel(const Evidence& evidence, const Knowledge& known);

/// What is wrong with the matrix, if anything is: rows that repeat one another, or directions it almost wipes out.
void note_defects(const linalg::PseudoInverse& matrix, const linalg::Affine& channel, std::vector<std::string>& notes);

/// … and directions in which it leaves less than the release was rounded to.
void note_rounding(const linalg::PseudoInverse& matrix, const linalg::Affine& channel, const Evidence& evidence,
                   std::vector<std::string>& notes);

}  // namespace guise::attacks
