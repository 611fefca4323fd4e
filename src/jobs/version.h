// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace guise::jobs {

std::string_view version();  ///< of guise: "0.2.0"

}  // namespace guise::jobs
