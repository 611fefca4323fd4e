// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace guise::cli {

/// Two lines for the terminal: where the page of a report is, and where the figures are.
std::string report_notice(const std::string& folder);

}  // namespace guise::cli
