// SPDX-License-Identifier: Apache-2.0
// A second release of the same records, read by its own card, or taken for masked like the first.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "attacks/knowledge.h"
#include "base/card.h"
#include "random/key.h"
#include "table/table.h"

namespace guise::jobs {

/// The release that is attacked.
struct FirstRelease {
  const std::string& file;
  const std::vector<std::string>& columns;
  const std::optional<Card>& card;
  const random::Key* key;  ///< none: no insider
  bool no_card;            ///< cards are not to be read
  const table::Work& work;
};

/// Files named by repeat=, second-key= and second-matrix=; empty where they are not.
struct ToldSecond {
  std::string file = {}, key = {}, matrix = {};
};

struct SecondRelease {
  table::Table table;
  std::vector<std::string> columns;               ///< of the release, in order
  std::optional<linalg::Affine> channel = {};     ///< how it came from the originals; none: as the first did
  std::function<void(Matrix&)> to_original = {};  ///< what is undone before it is looked at
  std::vector<std::string> notes = {};
};

/// `known` and `attributes` are what is known of the first and of the originals.
SecondRelease open_second(const ToldSecond&, const FirstRelease&, const attacks::CardKnowledge& known,
                          const std::vector<std::string>& attributes);

}  // namespace guise::jobs
