// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "base/card.h"

namespace guise::cli {

/// The card in a file, checked to be one that guise could have written. A refusal ends with `way_out`.
Card read_card(const std::string& path, std::string_view way_out);

}  // namespace guise::cli
