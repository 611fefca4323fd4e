// SPDX-License-Identifier: Apache-2.0
// Small files that hold secrets: read into libsodium's memory, and refused where other users may read or change them.
#pragma once
#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "random/secret.h"

namespace guise::random {

/// How the secret identity of a party begins, whatever its version (parties/secret_identity.h). It is here because no command
/// overwrites such a file, whether it works with parties or not.
inline constexpr std::string_view kIdentityFamily = "guise-secret-";

/// What sentences call such a file.
struct PrivateKind {
  std::string_view noun;
  std::string_view maker;      ///< what makes one
  std::string_view if_absent;  ///< what to do where there is none, besides checking the name
};

class PrivateFile {
 public:
  /// Refuses in one sentence what is missing, unreadable or no regular file. No sentence quotes the content.
  PrivateFile(const std::filesystem::path& file, const PrivateKind& kind);
  std::string_view text() const { return text_; }
  void require_private() const;  ///< of its permissions; apart, since a file of another kind is to be called that first

 private:
  std::string name_, noun_;
  SecretText text_;
  mode_t mode_ = 0;
};

/// Whether a file begins with these letters; no file, or none that can be read, does not.
bool begins_with(const std::filesystem::path& file, std::string_view letters);

}  // namespace guise::random
