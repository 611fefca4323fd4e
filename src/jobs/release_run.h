// SPDX-License-Identifier: Apache-2.0
// One release being made: everything is checked and estimated first, then the files are written in their order.
#pragma once
#include <filesystem>

#include "jobs/mask.h"

namespace guise::jobs {

/// Where the card of the release goes; empty: nowhere.
std::filesystem::path card_file_of(const MaskRequest& request);

/// Writes in the order key, ledger, anchor, release, card.
MaskResult write_release(const MaskRequest& request, const Work& work);

}  // namespace guise::jobs
