// SPDX-License-Identifier: Apache-2.0
// What was mined, as text.
#pragma once
#include <string>

#include "mining/truth.h"

namespace guise::cli {

/// Figures, then estimates with their intervals, as much of them as fits a screen of 80 columns; notes.
std::string findings_text(const mining::Findings&);
std::string agreement_text(const std::vector<mining::Bounded>&);

}  // namespace guise::cli
