// SPDX-License-Identifier: Apache-2.0
// What owners hand over: the shared half of a key, and never the own half.
#pragma once
#include "random/key.h"
#include "random/secret.h"

namespace guise::random {

SecretBytes shared_half(const Key& key);
/// The text of a key file with this shared half and a fresh own half.
SecretText key_text_with(const SecretBytes& shared);

}  // namespace guise::random
