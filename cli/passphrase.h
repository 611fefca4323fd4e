// SPDX-License-Identifier: Apache-2.0
// Passphrases: from the file that GUISE_PASSPHRASE_FILE names, or asked for on the terminal. Never from the command line, which
// other users see.
#pragma once
#include <string>

#include "random/secret.h"

namespace guise::cli {

/// `what` it opens, for the question. Refuses where there is neither a file nor a terminal.
random::SecretText ask_passphrase(const std::string& what);
/// Of something new: typed twice, and not empty.
random::SecretText ask_new_passphrase(const std::string& what);

}  // namespace guise::cli
