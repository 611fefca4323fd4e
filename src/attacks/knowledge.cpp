// SPDX-License-Identifier: Apache-2.0
#include "attacks/knowledge.h"

namespace guise::attacks {

CardKnowledge knowledge_from(const Card& card, const std::vector<stats::StepSecret>& secrets) {
  release::CardFacts read = release::facts_from(card, secrets);
  CardKnowledge out{.knowledge = {}, .to_original = std::move(read.to_original), .to_release = std::move(read.to_release)};
  static_cast<release::Facts&>(out.knowledge) = std::move(read.facts);
  return out;
}

}  // namespace guise::attacks
