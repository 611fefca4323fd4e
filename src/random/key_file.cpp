// SPDX-License-Identifier: Apache-2.0
#include "random/key_file.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/error.h"
#include "random/derive.h"

namespace guise::random {
namespace {

constexpr std::string_view kVersion = "guise-key-1", kFamily = "guise-key-";
constexpr std::size_t kCheckBytes = 8;
constexpr std::size_t kMostBytes = 4096;  // far more than any version of the format needs

class File {
 public:
  explicit File(const std::filesystem::path& file) : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ < 0 && errno == ENOENT)
      refuse("key file {} does not exist; check the name, or make a new key with: guise key new {}", file.string(),
             file.string());
    require(descriptor_ >= 0 || errno != EACCES, "key file {} cannot be opened: {}", file.string(), std::strerror(errno));
    if (descriptor_ < 0) fail("key file {} cannot be opened: {}", file.string(), std::strerror(errno));
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { ::close(descriptor_); }

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

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
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return false;
  SecretText start(kFamily.size());  // no more of it than that
  const bool read = start.read(descriptor);
  ::close(descriptor);
  return read && std::string_view(start) == kFamily;
}

void read_key_file(const std::filesystem::path& path, Bytes32& shared, Bytes32& own) {
  const std::string name = path.string();
  const File file(path);
  struct stat found {};
  if (::fstat(file.descriptor(), &found) != 0) fail("key file {} cannot be read: {}", name, std::strerror(errno));
  require(S_ISREG(found.st_mode), "key file {} is not a regular file; name the file that 'guise key new' made", name);
  SecretText secret(kMostBytes);
  if (!secret.read(file.descriptor())) fail("key file {} cannot be read: {}", name, std::strerror(errno));
  std::string_view rest = secret;
  require(rest.starts_with(kFamily), "{} is not a key file of guise: it does not begin with '{}'", name, kVersion);
  require((found.st_mode & 077) == 0,
          "key file {} has permissions {:04o}, so users besides its owner may read or change it; run: chmod 600 {}", name,
          static_cast<unsigned>(found.st_mode & 07777), name);
  const bool known = rest.starts_with(fmt::format("{}\n", kVersion));
  require(known, "key file {} has an unknown version or is cut short; this guise reads '{}'", name, kVersion);
  rest.remove_prefix(kVersion.size() + 1);
  const bool whole = from_hex(take_line(rest, "shared="), shared) && from_hex(take_line(rest, "own="), own);
  const std::string_view check = take_line(rest, "check=");
  require(whole && check == check_of(shared, own) && rest.empty(),
          "key file {} is cut short or corrupt: its check does not match; restore it from a copy", name);
}

}  // namespace guise::random
