// SPDX-License-Identifier: Apache-2.0
// The key that a table is masked with: read, made, or made to be forgotten.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "random/key.h"

namespace guise::jobs {

struct ChosenKey {
  random::Key key;
  std::optional<std::filesystem::path> file = {};      ///< none when it is to be forgotten
  std::optional<std::filesystem::path> write_to = {};  ///< of a new one
};

/// Of a key file. Other names that a killed run left it under go first: the key must be gone when its owner removes the file.
random::Key read_key(const std::filesystem::path& file);

/// Where a new key for this release goes.
std::filesystem::path key_beside(const std::string& out);

/// `out`: the release, which a new key is put beside; `key_file`: empty where none was named.
ChosenKey choose_key(const std::string& out, const std::string& key_file, bool forget);

}  // namespace guise::jobs
