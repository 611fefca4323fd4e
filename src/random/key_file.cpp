// SPDX-License-Identifier: Apache-2.0
#include "random/key_file.h"

#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <string_view>

#include "base/error.h"
#include "random/derive.h"

namespace guise::random {
namespace {

constexpr std::string_view kVersion = "guise-key-1", kFamily = "guise-key-";
constexpr std::size_t kCheckBytes = 8;
constexpr std::size_t kMostBytes = 4096;  // far more than any version of the format needs

/// A text that is overwritten when it leaves the scope.
struct SecretText {
  std::string text;
  SecretText() = default;
  SecretText(const SecretText&) = delete;
  SecretText& operator=(const SecretText&) = delete;
  ~SecretText() { wipe(text); }
};

class File {
 public:
  explicit File(const std::filesystem::path& file) : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (descriptor_ < 0 && errno == ENOENT)
      refuse("key file {} does not exist; check the name, or make a new key with: guise key new {}", file.string(),
             file.string());
    if (descriptor_ < 0) refuse("key file {} cannot be opened: {}", file.string(), std::strerror(errno));
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() { ::close(descriptor_); }

  mode_t mode() const {
    struct stat found {};
    return ::fstat(descriptor_, &found) == 0 ? found.st_mode : 0;
  }

  /// Up to kMostBytes, straight into memory that the caller wipes.
  void read(std::string& text) const {
    text.resize(kMostBytes);
    std::size_t size = 0;
    for (ssize_t got = 1; got > 0 && size < text.size(); size += static_cast<std::size_t>(std::max<ssize_t>(got, 0)))
      got = ::read(descriptor_, text.data() + size, text.size() - size);
    text.resize(size);
  }

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

std::string key_file_text(const Bytes32& shared, const Bytes32& own) {
  SecretText shared_hex, own_hex;
  shared_hex.text = to_hex(shared);
  own_hex.text = to_hex(own);
  return fmt::format("{}\nshared={}\nown={}\ncheck={}\n", kVersion, shared_hex.text, own_hex.text, check_of(shared, own));
}

bool looks_like_key_file(const std::filesystem::path& file) {
  std::string start(kFamily.size(), '\0');
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) &&
         std::ifstream(file, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size())) &&
         start == kFamily;
}

void read_key_file(const std::filesystem::path& path, Bytes32& shared, Bytes32& own) {
  const std::string name = path.string();
  const File file(path);
  require(S_ISREG(file.mode()), "key file {} is not a regular file; name the file that 'guise key new' made", name);
  require(looks_like_key_file(path), "{} is not a key file of guise: it does not begin with '{}'", name, kVersion);
  require((file.mode() & 0177) == 0, "key file {} has permissions {:04o}, so others may read it; run: chmod 600 {}", name,
          static_cast<unsigned>(file.mode() & 07777), name);
  SecretText secret;
  file.read(secret.text);
  std::string_view rest = secret.text;
  const bool known = rest.starts_with(fmt::format("{}\n", kVersion));
  require(known, "key file {} has an unknown version or is cut short; this guise reads '{}'", name, kVersion);
  rest.remove_prefix(kVersion.size() + 1);
  const bool whole = from_hex(take_line(rest, "shared="), shared) && from_hex(take_line(rest, "own="), own);
  const std::string_view check = take_line(rest, "check=");
  require(whole && check == check_of(shared, own) && rest.empty(),
          "key file {} is cut short or corrupt: its check does not match; restore it from a copy", name);
}

}  // namespace guise::random
