// SPDX-License-Identifier: Apache-2.0
#include "audit/attacker.h"

#include "fuzz.h"

namespace guise::fuzz::targets {

void attacker(std::string_view bytes) {
  const std::vector<std::string> columns{"age", "income", "a+b", "x=y"};
  const audit::Attacker read = audit::parse_attacker(bytes, columns);
  must(audit::parse_attacker(read.text(), columns) == read);
}

}  // namespace guise::fuzz::targets
