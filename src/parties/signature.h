// SPDX-License-Identifier: Apache-2.0
// Signatures of files in minisign's format, prehashed: Ed25519 of the BLAKE2b-512 of the content, and a second signature of the
// first and the trusted comment. `minisign -V` verifies them.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "parties/identity.h"
#include "parties/secret_identity.h"

namespace guise::parties {

/// Of a file's content, piece by piece.
class ContentHash {
 public:
  ContentHash();
  ~ContentHash();
  ContentHash(const ContentHash&) = delete;
  ContentHash& operator=(const ContentHash&) = delete;
  void add(std::span<const std::uint8_t> piece);
  Bytes64 finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

inline constexpr std::size_t kMostTrusted = 8000;  ///< bytes of a trusted comment; minisign takes 8192 with what is before it

/// What stands in a file.minisig. The comment is one line of text.
std::string signature_text(const SecretIdentity& by, const Bytes64& content, std::string_view trusted_comment);

/// The trusted comment of a signature that holds. Throws a sentence that names `origin`, the signature, where it is none, by
/// another key, or of another content.
std::string verified_comment(std::string_view text, const std::string& origin, const VerifyingKey& by, const Bytes64& content);

}  // namespace guise::parties
