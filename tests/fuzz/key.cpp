// SPDX-License-Identifier: Apache-2.0
#include "random/key.h"
#include "fuzz.h"

namespace guise::fuzz::targets {

void key(std::string_view bytes) {
  // The only text that is a key; the fuzzer cannot guess its check.
  static const random::SecretText fresh = random::Key::derive(random::Rng::from_seed(1)).text();
  const auto path = file_of(bytes == "fresh" ? std::string_view(fresh) : bytes, ".key");
  std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const bool looks = random::Key::is_in(path);
  const random::Key read = random::Key::read(path);
  must(looks && !read.fingerprint().empty());
}

}  // namespace guise::fuzz::targets
