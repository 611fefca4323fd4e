// SPDX-License-Identifier: Apache-2.0
#include "attacks/called_for.h"

namespace guise::attacks {

std::vector<CalledFor> called_for(const stats::PriorKnowledge& known) {
  std::vector<CalledFor> out;
  if (known.attributes.empty()) return out;
  if (known.independent() && known.sparse())
    out.push_back({"sparse", "the attributes are independent and sparse: least absolute values, with the matrix known"});
  // One attribute alone is not mixed with others.
  if (known.independent() && known.attributes.size() > 1 && known.normal_attributes() <= 1)
    out.push_back({"ica", "the attributes are independent and not normal: a rotation can be undone without its matrix"});
  if (known.multivariate_normal())
    out.push_back({"bayes", "the records are multivariate normal: their mean and covariance are all there is to know"});
  else
    out.push_back({"bayes(prior=mixture)", known.normal ? "the records are not multivariate normal: several bells fit better"
                                                        : "normality could not be tested: several bells fit any law"});
  return out;
}

}  // namespace guise::attacks
