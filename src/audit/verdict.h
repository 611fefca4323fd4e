// SPDX-License-Identifier: Apache-2.0
// What an audit says in plain words.
#pragma once
#include <string>
#include <vector>

#include "audit/grade.h"
#include "audit/risks.h"

namespace guise::audit {

struct Verdict {
  Grade grade;
  std::string headline;                ///< "DO NOT PUBLISH: nearly all values can be recovered"
  std::string next;                    ///< what to do about it
  std::vector<std::string> sentences;  ///< of each recipient the worst that it could do
  std::vector<RecipientRisks> risks;
};
Verdict verdict_of(const MaskResult& mask, const Result& result);

/// "31 %", "over 99 %", "under 1 %"
std::string share_text(double share);

}  // namespace guise::audit
