// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "attacks/attack.h"

namespace guise::audit {

/// Why an attack says nothing, for who reads an audit: nobody there can tell it more, but another attacker may have what it
/// lacks.
std::string reason_of(const attacks::Outcome& outcome);

}  // namespace guise::audit
