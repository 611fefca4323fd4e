// SPDX-License-Identifier: Apache-2.0
// Two parties that are the same in every run. Their keys are public: never for use.
#pragma once
#include "parties/encoding.h"
#include "parties/secret_identity.h"

namespace guise::fuzz {

inline parties::SecretIdentity fixed_party(const std::string& name, char digit) {
  const std::string key(64, digit);
  const std::string text = "guise-secret-1\nname=" + name + "\nnumber=0102030405060708\nsign=" + key + "\nseal=" + key + "\n";
  return parties::SecretIdentity::read(text + "check=" + parties::check_of(text) + "\n", "the fixture");
}

/// No mutation has the check of its text; what is behind it is tried with one that fits.
inline std::string with_check(std::string_view bytes) {
  const std::size_t last = bytes.rfind("check=");
  const std::string before(bytes.substr(0, last));
  return last == bytes.npos ? before : before + "check=" + parties::check_of(before) + "\n";
}

}  // namespace guise::fuzz
