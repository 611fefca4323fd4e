// SPDX-License-Identifier: Apache-2.0
// What fuzzers share. A parser may take foreign bytes or refuse them by an Error; any other exception, a signal, a sanitizer's
// word or an assert here is a finding.
#pragma once
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/error.h"

namespace guise::fuzz {

/// A file of these bytes with a name that ends as asked for; there is one of each name, which the next replaces.
std::filesystem::path file_of(std::string_view bytes, const std::string& ending);

/// An assert that a release build keeps.
inline void must(bool holds) {
  if (!holds) std::abort();
}

struct Target {
  std::string_view name;
  void (*parse)(std::string_view bytes);  ///< throws an Error where it refuses
  int inputs;                             ///< mutated seeds in ctest
};
/// Throws an Error for a name that there is not.
const Target& find_target(std::string_view name);

#define FUZZ(name, inputs) void name(std::string_view bytes);
namespace targets {
#include "targets.def"
}
#undef FUZZ

}  // namespace guise::fuzz
