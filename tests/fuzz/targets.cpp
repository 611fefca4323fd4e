// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "fuzz.h"

namespace guise::fuzz {
namespace {

constexpr Target kTargets[] = {
#define FUZZ(name, inputs) {#name, targets::name, inputs},
#include "targets.def"
#undef FUZZ
};

/// In memory where the system has such a folder; gone with the process.
struct Scratch {
  std::filesystem::path folder;
  Scratch() {
    const char* shared = "/dev/shm";
    const auto base = access(shared, W_OK) == 0 ? std::filesystem::path(shared) : std::filesystem::temp_directory_path();
    folder = base / ("guise-fuzz-" + std::to_string(getpid()));
    std::filesystem::create_directory(folder);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
};

}  // namespace

std::filesystem::path file_of(std::string_view bytes, const std::string& ending) {
  static const Scratch scratch;
  const auto path = scratch.folder / ("input" + ending);
  std::ofstream(path, std::ios::binary | std::ios::trunc).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return path;
}

const Target& find_target(std::string_view name) {
  const auto* found =
      std::find_if(std::begin(kTargets), std::end(kTargets), [&](const Target& each) { return each.name == name; });
  require(found != std::end(kTargets), "no parser named '{}' in tests/fuzz/targets.def", name);
  return *found;
}

}  // namespace guise::fuzz
