// SPDX-License-Identifier: Apache-2.0
#include "mining/model_sizes.h"

namespace guise::mining {

std::optional<std::size_t> ModelSizes::find(std::string_view name) const {
  const auto at = known_.find(name);
  if (at != known_.end()) return at->second;
  const auto classes = known_.find("classes"), labels = known_.find("labels"), columns = known_.find("columns");
  if (classes != known_.end() && name == "rivals") return classes->second - 1;
  if (classes != known_.end() && name == "pairs") return classes->second * (classes->second - 1) / 2;
  if (labels != known_.end() && columns != known_.end() && name == "curves") return labels->second * columns->second;
  return {};
}

}  // namespace guise::mining
