// SPDX-License-Identifier: Apache-2.0
#include "parties/share.h"

#include "fuzz.h"
#include "party_seeds.h"

namespace guise::fuzz::targets {

void share(std::string_view bytes) {
  static const parties::SecretIdentity north = fixed_party("north", '1'), south = fixed_party("south", '2');
  const random::SecretBytes shared = parties::open_share(with_check(bytes), "the file", south, north.open());
  must(shared.data()[0] == 0xa5);  // the only half that north ever sent
}

}  // namespace guise::fuzz::targets
