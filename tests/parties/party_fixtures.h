// SPDX-License-Identifier: Apache-2.0
// Parties that are the same in every run, and what a refusal says.
#pragma once
#include <string>

#include "base/error.h"
#include "parties/encoding.h"
#include "parties/secret_identity.h"

namespace guise::parties {

/// With keys of one byte each: never for use.
inline SecretIdentity fixed_party(const std::string& name, std::uint8_t byte) {
  const std::string key = to_hex(std::array<std::uint8_t, 32>{byte}), seal_key = to_hex(std::array<std::uint8_t, 32>{0, byte});
  const std::string text =
      "guise-secret-1\nname=" + name + "\nnumber=0102030405060708\nsign=" + key + "\nseal=" + seal_key + "\n";
  return SecretIdentity::read(text + "check=" + check_of(text) + "\n", "the fixture");
}

template <typename Act>
std::string refusal_of(const Act& act) {
  try {
    act();
  } catch (const Error& error) {
    EXPECT_EQ(error.fault(), Fault::usage) << error.what();
    return error.what();
  }
  return "accepted";
}

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

/// The same with the check that fits it, as somebody would write it who wants it to be taken.
inline std::string with_check(const std::string& text) {
  const std::string before = text.substr(0, text.rfind("check="));
  return before + "check=" + check_of(before) + "\n";
}

}  // namespace guise::parties
