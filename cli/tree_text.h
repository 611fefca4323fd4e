// SPDX-License-Identifier: Apache-2.0
// A decision tree as an indented list.
#pragma once
#include <string>

#include "jobs/mine.h"

namespace guise::cli {

/// The questions of a tree that was learnt and the share of the likeliest class in each leaf; empty for other tasks. Only the
/// first levels of a deep tree.
std::string tree_text(const jobs::MineResult& result);

}  // namespace guise::cli
