// SPDX-License-Identifier: Apache-2.0
// A release that somebody made, set beside its originals.
#pragma once
#include "audit/audit.h"
#include "jobs/input.h"

namespace guise::jobs {

struct GivenOptions {
  std::string file = {};  ///< empty: none, masks are tried
  std::string by = {};    ///< column that says which record of the release is which of the originals
  bool no_card = false;
};

/// Both in one table, and what may be known of the release.
struct BesideOriginals {
  table::Table both;
  audit::Given given;
  table::Selection selection;      ///< of the originals
  std::vector<std::string> notes;  ///< columns that are in one of them only
};
BesideOriginals open_given(const GivenOptions&, const Input& in, const std::vector<std::string>& masks, const table::Work& work,
                           const random::Rng& rng);

}  // namespace guise::jobs
