// SPDX-License-Identifier: Apache-2.0
#include "audit/standard_masks.h"

namespace guise::audit {

std::vector<std::string> standard_masks(std::size_t columns) {
  std::vector<std::string> out = {"noise(snr=2)", "noise(snr=0.2)", "bin(count=8)"};
  if (columns < 2) return out;
  out.insert(out.begin() + 2, "noise(shape=data,snr=0.5)");
  out.insert(out.end(), {"standardize | rotate", "standardize | rotate | noise(sd=1)"});
  return out;
}

}  // namespace guise::audit
