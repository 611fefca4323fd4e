// SPDX-License-Identifier: Apache-2.0
// Files of parties: NAME.pub and NAME.secret, and whatever short text a partner sends.
#pragma once
#include <string>

#include "parties/secret_identity.h"

namespace guise::cli {

/// Of a file from a partner, which is short.
std::string read_short_text(const std::string& file);

parties::PublicIdentity read_public_identity(const std::string& file);
/// Asks for the passphrase where the file is protected.
parties::SecretIdentity read_secret_identity(const std::string& file);
/// Whether the file begins like one, whole or damaged.
bool is_secret_identity(const std::string& file);

}  // namespace guise::cli
