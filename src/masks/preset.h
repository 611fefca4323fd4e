// SPDX-License-Identifier: Apache-2.0
// Published schemes by name, each a chain of guise's steps: preset(ironcore, factor=2). The chain is what is applied and what
// the card shows.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "base/params.h"

namespace guise::masks {

struct Preset {
  std::string_view name, summary;
  std::string_view source;  ///< where the scheme is described
  std::string_view note;    ///< where the chain and the scheme differ, and what follows; empty where they do not
  std::span<const Param> params;
  std::string (*chain)(const Params&);
};

std::span<const Preset* const> all_presets();      ///< presets.def
const Preset& find_preset(std::string_view name);  ///< refuses an unknown name with the nearest

/// Whether a step stands for a chain: preset(…).
bool is_preset(const Call& call);

/// What a preset stands for, and the sentence that says so.
struct PresetChain {
  std::string steps, remark;
};
PresetChain preset_chain(const Call& call);

}  // namespace guise::masks
