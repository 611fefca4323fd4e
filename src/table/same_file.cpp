// SPDX-License-Identifier: Apache-2.0
#include "table/same_file.h"

#include <system_error>

namespace guise::table {
namespace fs = std::filesystem;
namespace {

/// Absolute, with the links that are there followed; empty where that cannot be told.
fs::path resolved(const fs::path& name) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(name, ignored), ignored);
}

}  // namespace

bool same_file(const fs::path& one, const fs::path& other) {
  std::error_code missing;
  if (fs::equivalent(one, other, missing)) return true;
  const fs::path name = resolved(one);
  return !name.empty() && name == resolved(other);
}

}  // namespace guise::table
