// SPDX-License-Identifier: Apache-2.0
#include "attacks/called_for.h"

#include <fmt/format.h>

namespace guise::attacks {

std::vector<CalledFor> called_for(const stats::PriorKnowledge& known) {
  std::vector<CalledFor> out;
  if (known.attributes.empty()) return out;
  if (known.independent() && known.sparse())
    out.push_back(
        {"sparse", "nothing speaks against independent and sparse attributes: least absolute values, with the matrix known"});
  // One attribute alone is not mixed with others.
  if (known.independent() && known.attributes.size() > 1 && known.normal_attributes() <= 1)
    out.push_back({"ica",
                   "nothing speaks against independent attributes, and they are not normal: a rotation can be undone without "
                   "its matrix"});
  if (known.multivariate_normal())
    out.push_back(
        {"bayes",
         "nothing speaks against multivariate normal records: their mean and covariance are then all there is to know"});
  else
    out.push_back({"bayes(prior=mixture)", known.normal ? "the records are not multivariate normal: several bells fit better"
                                                        : "normality could not be tested: several bells fit any law"});
  if (const Index whole = known.whole_attributes(); whole > 0)
    out.push_back(
        {"integers", fmt::format("{} of {} attributes are whole numbers: behind little noise, or fewer columns with the "
                                 "matrix known, only some of them fit",
                                 whole, known.attributes.size())});
  return out;
}

}  // namespace guise::attacks
