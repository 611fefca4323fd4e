// SPDX-License-Identifier: Apache-2.0
#include "parties/identity.h"

#include "fuzz.h"
#include "parties/secret_identity.h"
#include "party_seeds.h"
#include "random/private_file.h"

namespace guise::fuzz::targets {

/// Public and secret identities, by how they begin. There is one text of a public one.
void identity(std::string_view bytes) {
  if (bytes.starts_with(random::kIdentityFamily)) {
    require(!parties::SecretIdentity::is_protected(bytes), "a passphrase takes a second to try");
    const parties::SecretIdentity read = parties::SecretIdentity::read(with_check(bytes), "the file");
    must(parties::read_identity(read.open().text(), "its public file").name == read.open().name);
    return;
  }
  must(parties::read_identity(bytes, "the file").text() == bytes);
}

}  // namespace guise::fuzz::targets
