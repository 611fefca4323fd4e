// SPDX-License-Identifier: Apache-2.0
// `integers` before mixtures, with the matrix known: which whole numbers fit the released record. Paper 000, section VI.A,
// holds exact values for "impossible to find … even if R is known"; whole numbers are found exactly from two released columns
// of three, or one (erratum 10).
#pragma once
#include "attacks/attack.h"

namespace guise::attacks {

Outcome learn_insider_integers(const Evidence&, const Knowledge&, const Params&, const random::Rng&);

}  // namespace guise::attacks
