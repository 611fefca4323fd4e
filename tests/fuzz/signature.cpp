// SPDX-License-Identifier: Apache-2.0
#include "parties/signature.h"

#include "fuzz.h"
#include "party_seeds.h"

namespace guise::fuzz::targets {

void signature(std::string_view bytes) {
  static const parties::SecretIdentity north = fixed_party("north", '1');
  const std::string comment = parties::verified_comment(bytes, "the file", north.open().verifying, parties::Bytes64{});
  must(comment == "file:m.csv");  // the only one that north ever signed
}

}  // namespace guise::fuzz::targets
