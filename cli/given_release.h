// SPDX-License-Identifier: Apache-2.0
// A release that somebody made, set beside its originals: guise audit ORIGINALS --released FILE.
#pragma once
#include "audit/audit.h"
#include "cli/command.h"

namespace guise::cli {

struct GivenOptions {
  std::string file, by;
  bool no_card = false;
  void declare(OptionSet& app);
};

/// Both in one table, and what may be known of the release.
struct BesideOriginals {
  table::Table both;
  audit::Given given;
  table::Selection selection;      ///< of the originals
  std::vector<std::string> notes;  ///< columns that are in one of them only
};
BesideOriginals open_given(const GivenOptions&, const InputOptions& in, const std::vector<std::string>& masks,
                           const Common& common);

}  // namespace guise::cli
