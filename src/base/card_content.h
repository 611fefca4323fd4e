// SPDX-License-Identifier: Apache-2.0
// The digest of what a card says, whatever the spaces and the order of its fields.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "base/bytes.h"

namespace guise {

/// BLAKE2b-256 of every field of the document, also of those that this guise does not know, except `check`, `seal` and
/// `signatures`, which are made from it (docs/random-format.md).
Bytes32 card_content(const nlohmann::json& document);

}  // namespace guise
