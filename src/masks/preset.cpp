// SPDX-License-Identifier: Apache-2.0
#include "masks/preset.h"

#include <algorithm>

#include "base/error.h"
#include "base/named_call.h"
#include "base/names.h"

namespace guise::masks {

namespace presets {
#define PRESET(name) extern const Preset name;
#include "masks/presets.def"
#undef PRESET
}  // namespace presets

std::span<const Preset* const> all_presets() {
  static const Preset* const list[] = {
#define PRESET(name) &presets::name,
#include "masks/presets.def"
#undef PRESET
  };
  return list;
}

const Preset& find_preset(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Preset* preset : all_presets()) {
    if (preset->name == name) return *preset;
    names.push_back(preset->name);
  }
  refuse("there is no preset '{}'{} (presets are {})", name, did_you_mean(name, names), enumerate(names));
}

bool is_preset(const Call& call) {
  return call.name == kPresetStep;
}

PresetChain preset_chain(const Call& call) {
  Call rest = call;
  const auto name = std::ranges::find(rest.arguments, kPresetName, &std::pair<std::string, std::string>::first);
  require(name != rest.arguments.end(), "'{}' lacks the name of a preset; write it like preset(ironcore, factor=2)",
          call.text());
  const Preset& preset = find_preset(name->second);
  rest.arguments.erase(name);
  rest.name = preset.name;
  std::string steps = preset.chain(check_params(preset.params, rest, "preset"));
  std::string remark = fmt::format("preset({}) stands for '{}'. Source: {}.", preset.name, steps, preset.source);
  if (!preset.note.empty()) remark += fmt::format(" {}", preset.note);
  return {.steps = std::move(steps), .remark = std::move(remark)};
}

}  // namespace guise::masks
