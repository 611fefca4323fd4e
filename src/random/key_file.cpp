// SPDX-License-Identifier: Apache-2.0
#include "random/key_file.h"

#include <sodium.h>

#include <string_view>

#include "base/error.h"
#include "random/derive.h"
#include "random/private_file.h"

namespace guise::random {
namespace {

constexpr std::string_view kVersion = "guise-key-1", kFamily = "guise-key-";
constexpr std::size_t kCheckBytes = 8;
constexpr std::size_t kMostBytes = 4096;  // far more than any version of the format needs

std::string check_of(const Bytes32& shared, const Bytes32& own) {
  const Bytes32 hash = hash_fields({}, {bytes_of("guise/key-check/v1"), shared, own});
  return to_hex(std::span(hash).first(kCheckBytes));
}

/// The rest of the next line if it begins with `name`, else nothing; moves past it.
std::string_view take_line(std::string_view& rest, std::string_view name) {
  const std::size_t end = rest.find('\n');
  if (!rest.starts_with(name) || end == std::string_view::npos) return {};
  const std::string_view value = rest.substr(name.size(), end - name.size());
  rest.remove_prefix(end + 1);
  return value;
}

bool from_hex(std::string_view hex, Bytes32& out) {
  std::size_t size = 0;
  return hex.size() == 2 * out.size() &&
         sodium_hex2bin(out.data(), out.size(), hex.data(), hex.size(), nullptr, &size, nullptr) == 0 && size == out.size();
}

}  // namespace

SecretText key_file_text(const Bytes32& shared, const Bytes32& own) {
  SecretText text(kMostBytes);
  text.add(kVersion).add("\nshared=").add_hex(shared).add("\nown=").add_hex(own);
  text.add("\ncheck=").add(check_of(shared, own)).add("\n");
  return text;
}

bool looks_like_key_file(const std::filesystem::path& file) {
  return begins_with(file, kFamily);
}

void read_key_text(std::string_view text, const std::string& name, Bytes32& shared, Bytes32& own) {
  std::string_view rest = text;
  require(rest.starts_with(fmt::format("{}\n", kVersion)),
          "key file {} has an unknown version or is cut short; this version of guise reads '{}'", name, kVersion);
  rest.remove_prefix(kVersion.size() + 1);
  const bool whole = from_hex(take_line(rest, "shared="), shared) && from_hex(take_line(rest, "own="), own);
  const std::string_view check = take_line(rest, "check=");
  require(whole && check == check_of(shared, own) && rest.empty(),
          "key file {} is cut short or corrupt: its check does not match; restore it from a copy", name);
}

void read_key_file(const std::filesystem::path& path, Bytes32& shared, Bytes32& own) {
  const std::string name = path.string(), if_absent = fmt::format("make a new key with: guise key new {}", name);
  const PrivateFile file(path, {.noun = "key file", .maker = "'guise key new'", .if_absent = if_absent});
  require(file.text().starts_with(kFamily), "{} is not a key file of guise: it does not begin with '{}'", name, kVersion);
  file.require_private();
  read_key_text(file.text(), name, shared, own);
}

}  // namespace guise::random
