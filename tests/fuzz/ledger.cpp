// SPDX-License-Identifier: Apache-2.0
#include "release/ledger.h"

#include "fuzz.h"

namespace guise::fuzz::targets {

void ledger(std::string_view bytes) {
  static const random::Key key = random::Key::derive(random::Rng::from_seed(1));
  // No mutation has the check of this key; the text without one goes through all of the parser that comes before it.
  const std::string text = bytes == "empty" ? release::ledger_text({}, key) : std::string(bytes);
  release::composed(release::ledger_from_text(text, "the ledger", key).entries, "a table");
}

}  // namespace guise::fuzz::targets
