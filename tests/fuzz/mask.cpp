// SPDX-License-Identifier: Apache-2.0
// The specification of a mask; one that is accepted says itself again.
#include "masks/mask.h"

#include "fuzz.h"

namespace guise::fuzz::targets {

void mask(std::string_view bytes) {
  const std::string text = masks::Mask::parse(bytes).text();
  must(masks::Mask::parse(text).text() == text);
}

}  // namespace guise::fuzz::targets
