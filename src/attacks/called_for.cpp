// SPDX-License-Identifier: Apache-2.0
#include "attacks/called_for.h"

#include <fmt/format.h>

namespace guise::attacks {

std::vector<CalledFor> called_for(const stats::PriorKnowledge& known) {
  std::vector<CalledFor> out;
  if (known.attributes.empty()) return out;
  if (known.independent() && known.sparse())
    out.push_back(
        {"sparse", "the attributes may be independent and sparse; with the matrix known, least absolute values fit them"});
  // One attribute alone is not mixed with others.
  if (known.independent() && known.attributes.size() > 1 && known.normal_attributes() <= 1)
    out.push_back(
        {"ica",
         "the attributes may be independent and are not normal; a rotation is undone without its matrix. Order and sign of "
         "attributes with the same distribution stay open"});
  if (known.multivariate_normal())
    out.push_back({"bayes", "the records may be multivariate normal; their mean and covariance then describe them completely"});
  else
    out.push_back({"bayes(prior=mixture)",
                   known.normal ? "the records are not multivariate normal; several normal groups fit better"
                                : "too few records to test normality; several normal groups fit any distribution"});
  if (const Index whole = known.whole_attributes(); whole > 0)
    out.push_back(
        {"integers", fmt::format("{} of {} attributes are whole numbers. Behind little noise, or behind fewer columns with the "
                                 "matrix known, only some whole numbers fit",
                                 whole, known.attributes.size())});
  return out;
}

}  // namespace guise::attacks
