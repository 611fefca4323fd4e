// SPDX-License-Identifier: Apache-2.0
// What an audit says in plain words.
#pragma once
#include <string>
#include <vector>

#include "audit/grade.h"

namespace guise::audit {

struct Verdict {
  Grade grade;
  std::string headline;                ///< "DO NOT PUBLISH: nearly everything comes back"
  std::vector<std::string> sentences;  ///< the strongest attacker's, the thief's, who is found; then what the mask is known for
};
Verdict verdict_of(const MaskResult& mask, const Result& result);

}  // namespace guise::audit
