// SPDX-License-Identifier: Apache-2.0
// Which attacks a sample of other people's records calls for. Paper 004, Table 1, and what it leaves open.
#pragma once
#include <string>
#include <vector>

#include "stats/prior_knowledge.h"

namespace guise::attacks {

struct CalledFor {
  std::string attack;  ///< with its parameters, as `--with` takes it
  std::string reason;
};
/// Never empty for a sample with an attribute that varies. Table 1 has two rows: independent and Laplace, dependent and normal.
/// Real data mostly fit neither, the paper's own included (erratum 50). Whole numbers call for `integers` besides.
std::vector<CalledFor> called_for(const stats::PriorKnowledge& known);

}  // namespace guise::attacks
