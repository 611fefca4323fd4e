// SPDX-License-Identifier: Apache-2.0
#include "cli/identity_file.h"

#include "base/error.h"
#include "cli/passphrase.h"
#include "random/private_file.h"
#include "table/input_file.h"

namespace guise::cli {
namespace {

constexpr std::int64_t kMostBytes = 65536;  // of any text that parties exchange, and far more than it needs

}  // namespace

std::string read_short_text(const std::string& name) {
  const table::InputFile file(name);
  const std::int64_t size = file.size();
  require(size <= kMostBytes, "{} has {} bytes, more than any identity, share or signature; check the name", name, size);
  std::string text(static_cast<std::size_t>(size), '\0');
  file.read(text.data(), text.size(), 0);
  return text;
}

parties::PublicIdentity read_public_identity(const std::string& file) {
  require(!is_secret_identity(file), "{} is a secret identity; name the public file beside it, which ends with .pub", file);
  return parties::read_identity(read_short_text(file), file);
}

parties::SecretIdentity read_secret_identity(const std::string& name) {
  const random::PrivateFile file(
      name,
      {.noun = "secret identity", .maker = "'guise party new'", .if_absent = "make a new identity with: guise party new NAME"});
  if (file.text().starts_with(random::kIdentityFamily)) file.require_private();
  if (!parties::SecretIdentity::is_protected(file.text())) return parties::SecretIdentity::read(file.text(), name);
  return parties::SecretIdentity::read(file.text(), name, ask_passphrase(name));
}

bool is_secret_identity(const std::string& file) {
  return random::begins_with(file, random::kIdentityFamily);
}

}  // namespace guise::cli
