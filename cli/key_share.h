// SPDX-License-Identifier: Apache-2.0
// guise key share and guise key accept: the shared half of a key, from one partner to another.
#pragma once
#include <string>

#include "cli/command.h"

namespace guise::cli {

struct Handover {
  std::string to, as, from, out;  ///< the partner's public file, this party's secret one, the partner's, what is written
};

void declare_handover(OptionSet& app, Handover& handover);
/// Refuses options that this verb does not take.
void require_none(const Handover& handover, const std::string& verb);

int share_key(const std::string& key, const Handover& handover, const Common& common);
int accept_key(const std::string& share, const Handover& handover, const Common& common);

}  // namespace guise::cli
