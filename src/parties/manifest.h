// SPDX-License-Identifier: Apache-2.0
// What an owner signs about its release: which files it is, and of which session.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace guise::parties {

struct Manifest {
  Bytes32 data{}, card{};  ///< BLAKE2b-256 of the two files
  std::int64_t data_bytes = 0, card_bytes = 0, records = 0;
  Bytes32 transcript{};    ///< of the commitments that the secret was made of
  std::string round = {};  ///< the label of sums over records
  std::string tool = {};

  std::string text() const;
};

/// Throws a sentence where the text is none, or not written as text() writes it.
Manifest read_manifest(std::string_view text);

}  // namespace guise::parties
