// SPDX-License-Identifier: Apache-2.0
// The shared half of a key on its way to one partner: sealed for the partner, signed inside by the sender. The signature covers
// sender, recipient and content, so that a partner who opens it cannot pass it on in the sender's name.
#pragma once
#include <string>
#include <string_view>

#include "parties/secret_identity.h"

namespace guise::parties {

std::string share_text(const random::SecretBytes& shared, const SecretIdentity& from, const PublicIdentity& to);

/// The shared half. Throws a sentence that names `origin` where the text is none, damaged, for another party, or not `from`'s.
random::SecretBytes open_share(std::string_view text, const std::string& origin, const SecretIdentity& me,
                               const PublicIdentity& from);

}  // namespace guise::parties
