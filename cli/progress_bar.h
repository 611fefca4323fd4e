// SPDX-License-Identifier: Apache-2.0
// A progress bar on standard error: only on a terminal, only for what takes over a second.
#pragma once
#include "base/progress.h"

namespace guise::cli {

Progress progress_bar();  ///< empty when standard error is not a terminal
void finish_progress();   ///< wipes the line; call before printing results

}  // namespace guise::cli
