// SPDX-License-Identifier: Apache-2.0
#include "parties/signature.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "random/derive.h"

namespace guise::parties {
namespace {

constexpr std::string_view kUntrusted = "untrusted comment: ", kTrusted = "trusted comment: ";
constexpr std::size_t kMostUntrusted = 1024;  // minisign's

/// "ED" for a signature of the hash of the content, the number of the key, the signature.
struct SignatureLine {
  std::array<std::uint8_t, 2 + sizeof(KeyNumber) + sizeof(Bytes64)> bytes{};
  std::span<std::uint8_t> number() { return std::span(bytes).subspan(2, sizeof(KeyNumber)); }
  std::span<std::uint8_t> signature() { return std::span(bytes).last(sizeof(Bytes64)); }
};

/// What the second signature is of.
std::vector<std::uint8_t> with_comment(std::span<const std::uint8_t> signature, std::string_view comment) {
  std::vector<std::uint8_t> all(signature.begin(), signature.end());
  all.insert(all.end(), comment.begin(), comment.end());
  return all;
}

bool holds(std::span<const std::uint8_t> signature, std::span<const std::uint8_t> message, const VerifyingKey& by) {
  return crypto_sign_verify_detached(signature.data(), message.data(), message.size(), by.key.data()) == 0;
}

}  // namespace

struct ContentHash::State {
  crypto_generichash_state hash;
};

ContentHash::ContentHash() : state_(std::make_unique<State>()) {
  random::start_sodium();
  crypto_generichash_init(&state_->hash, nullptr, 0, sizeof(Bytes64));
}

ContentHash::~ContentHash() = default;

void ContentHash::add(std::span<const std::uint8_t> piece) {
  crypto_generichash_update(&state_->hash, piece.data(), piece.size());
}

Bytes64 ContentHash::finish() {
  Bytes64 hash{};
  crypto_generichash_final(&state_->hash, hash.data(), hash.size());
  return hash;
}

std::string signature_text(const SecretIdentity& by, const Bytes64& content, std::string_view trusted_comment) {
  const bool one_line = std::none_of(trusted_comment.begin(), trusted_comment.end(),
                                     [](unsigned char c) { return c == 0x7f || (c < 0x20 && c != '\t'); });
  require(trusted_comment.size() <= kMostTrusted && one_line,
          "the comment of a signature is one line of at most {} bytes without control characters", kMostTrusted);
  const PublicIdentity& signer = by.open();
  const Bytes64 first = by.sign(content);
  SignatureLine line{{'E', 'D'}};
  std::copy(signer.verifying.number.begin(), signer.verifying.number.end(), line.number().begin());
  std::copy(first.begin(), first.end(), line.signature().begin());
  const Bytes64 second = by.sign(with_comment(first, trusted_comment));
  return fmt::format("{}signature of guise party {}\n{}\n{}{}\n{}\n", kUntrusted, signer.name, to_base64(line.bytes), kTrusted,
                     trusted_comment, to_base64(second));
}

std::string verified_comment(std::string_view text, const std::string& origin, const VerifyingKey& by, const Bytes64& content) {
  random::start_sodium();
  Lines lines(text);
  const auto untrusted = lines.take(kUntrusted), first = lines.take(""), comment = lines.take(kTrusted),
             second = lines.take("");
  require(untrusted && untrusted->size() <= kMostUntrusted && first && comment && comment->size() <= kMostTrusted && second &&
              lines.done(),
          "{} is no signature in minisign's format, or is cut short; ask for it again", origin);
  SignatureLine line;
  Bytes64 of_comment{};
  require(read_base64(*first, line.bytes) && read_base64(*second, of_comment), "{} is damaged; ask for it again", origin);
  require(line.bytes[0] == 'E' && line.bytes[1] == 'D',
          "{} is a signature of minisign's old kind, or of another program; sign again with: minisign -S -m FILE", origin);
  require(std::equal(by.number.begin(), by.number.end(), line.number().begin()),
          "{} was made with another key; check the name of the file with the signer's public key", origin);
  require(holds(line.signature(), content, by),
          "{} does not fit: the file was changed after it was signed, or another party signed it", origin);
  require(holds(of_comment, with_comment(line.signature(), *comment), by), "{} was changed: its comment is not the signer's",
          origin);
  return std::string(*comment);
}

}  // namespace guise::parties
