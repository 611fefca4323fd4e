// SPDX-License-Identifier: Apache-2.0
// How --help looks: as CLI11 lays it out, in 80 columns.
#pragma once
#include <memory>

namespace CLI {
class FormatterBase;
}

namespace guise::cli {

std::shared_ptr<CLI::FormatterBase> help_format();

}  // namespace guise::cli
