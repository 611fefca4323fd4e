// SPDX-License-Identifier: Apache-2.0
// What makes a card and its release provable to their owner (docs/random-format.md, section 4).
#include "random/derive.h"
#include "random/key.h"

namespace guise::random {

Bytes32 Key::release_secret() const {
  return hash_fields(own_, {bytes_of("guise/release/v1")});
}

Bytes32 Key::rows_secret() const {
  return hash_fields(own_, {bytes_of("guise/rows/v1")});
}

Bytes32 Key::seal(const Bytes32& card, const Bytes32& release) const {
  return hash_fields(own_, {bytes_of("guise/seal/v1"), card, release});
}

}  // namespace guise::random
