// SPDX-License-Identifier: Apache-2.0
// The entry of libFuzzer, for all targets: GUISE_FUZZ=NAME says which. scripts/fuzz calls it.
#include <fmt/core.h>

#include <cstdint>

#include "fuzz.h"

namespace {
const guise::fuzz::Target* target = nullptr;
}

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  const char* name = std::getenv("GUISE_FUZZ");
  try {
    target = &guise::fuzz::find_target(name ? name : "");
  } catch (const guise::Error& error) {
    fmt::print(stderr, "{}; set GUISE_FUZZ to one\n", error.what());
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    target->parse({reinterpret_cast<const char*>(data), size});
  } catch (const guise::Error&) {  // it may refuse
  }
  return 0;
}
