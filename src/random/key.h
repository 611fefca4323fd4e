// SPDX-License-Identifier: Apache-2.0
// Key files: 0600, two halves. `shared` makes the matrices several owners must have in common; `own` makes noise and is never
// shared.
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/bytes.h"
#include "random/rng.h"
#include "random/secret.h"

namespace guise::random {

/// Moved, never copied. What it gives away is derived: the halves leave it as text() only.
class Key {
 public:
  static Key create();                                   ///< fresh, from the operating system
  static Key derive(const Rng& rng);                     ///< of releases that are never written: audits, tests
  static Key derive(const Rng& shared, const Rng& own);  ///< the shared half as derive(shared) has it, the other as derive(own)
  static Key read(const std::filesystem::path& file);    ///< refuses loose permissions, short or corrupt files
  static bool is_in(const std::filesystem::path& file);  ///< it holds a key, of whatever version, whole or damaged

  SecretText text() const;          ///< what a key file holds; the caller writes it 0600 and never over a file
  std::string fingerprint() const;  ///< public: tells whether two keys share their shared half

  /// Matrices and translations: crypto_kdf of the shared half, id 1 "guiseprj"; `step` numbers the step in its chain.
  /// Random format 1: of releases made before version 2 of the format.
  Rng shared(std::uint32_t step) const;
  /// The same in format 2, bound to what the numbers are for.
  Rng shared(std::uint32_t step, const Bytes32& binding) const;
  /// Keys the digest of the input: who does not know the own half cannot make two tables that get the same noise.
  Bytes32 input_secret() const;
  /// Names the noise of one release: from the own half, the digest of the input and the mask, so that another table or another
  /// mask never gets the same noise. It tells nothing without the key and stands on the card: the owner can regenerate the
  /// noise.
  /// Random format 1.
  Bytes32 salt(const Bytes32& input_digest, std::string_view mask) const;
  /// The same in format 2, with the label of the round that was given: other matrices never come with the same noise.
  Bytes32 salt(const Bytes32& input_digest, std::string_view mask, std::string_view round) const;
  /// Tells who has the key whether its own half is the one that this salt was made with; tells nothing to others. Public.
  std::string own_tag(const Bytes32& salt) const;
  /// Noise of a step, and the order of a shuffled release.
  Rng own(std::uint32_t step, const Bytes32& salt) const;
  Rng order(const Bytes32& salt) const;
  /// For the card: names what owners of other columns of the same records must have in common, to who has the shared half.
  std::string shared_tag(std::string_view purpose, std::string_view round, const Bytes32& content) const;
  /// For the ledger beside the key: a digest under the own half, which nobody without it can make or look up.
  Bytes32 ledger_tag(std::string_view purpose, const Bytes32& content) const;
  /// Keys the sums of a release that the seal of its card is over, and the sum of rows that a ledger knows a table by.
  Bytes32 release_secret() const;
  Bytes32 rows_secret() const;
  /// Of a card and the release it describes, under the own half: only the owner can make it or check it.
  Bytes32 seal(const Bytes32& card, const Bytes32& release) const;

 private:
  Key(SecretBytes shared, SecretBytes own) : shared_(std::move(shared)), own_(std::move(own)) {}
  SecretBytes shared_, own_;
};

}  // namespace guise::random
