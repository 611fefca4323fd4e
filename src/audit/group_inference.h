// SPDX-License-Identifier: Apache-2.0
// Group inference: what a release shows about every record of a kind. It is the part of a figure beyond the best constant; what
// the same columns in clear predict without the release is no gain of the attacker (docs/audit.md).
#pragma once
#include <string>
#include <vector>

#include "audit/audit.h"

namespace guise::audit {

/// Beside one criterion.
struct GroupInference {
  double constant = 0;       ///< the figure of the best constant guess
  double over_constant = 0;  ///< what the attack reaches beyond it: group inference, and what the release tells of the person
  double gain = 0;           ///< what it reaches beyond the same knowledge without the release
};

/// Of every criterion of an attacker, in their order.
std::vector<GroupInference> group_inference(const AttackerResult& result);

/// One sentence on the column that group inference shows most of; empty where no columns are in clear or they predict little.
std::string group_inference_sentence(const AttackerResult& result);

}  // namespace guise::audit
