// SPDX-License-Identifier: Apache-2.0
#include "audit/limits.h"

#include "fuzz.h"

namespace guise::fuzz::targets {

void limit(std::string_view bytes) {
  const std::vector<std::string> columns{"age", "income", "a:b", "x<=y"};
  const audit::Limit read = audit::parse_limit(bytes, columns);
  must(audit::parse_limit(read.text(), columns).text() == read.text());
}

}  // namespace guise::fuzz::targets
