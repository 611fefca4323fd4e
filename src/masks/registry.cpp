// SPDX-License-Identifier: Apache-2.0
// The steps there are: masks.def, read once to declare them and once to list them.
#include <algorithm>

#include "base/error.h"
#include "base/names.h"
#include "masks/step.h"

namespace guise::masks {

namespace steps {
#define STEP(name) extern const Step name;
#include "masks/masks.def"
#undef STEP
}  // namespace steps

std::span<const Step* const> all_steps() {
  static const Step* const list[] = {
#define STEP(name) &steps::name,
#include "masks/masks.def"
#undef STEP
  };
  return list;
}

const Step& find_step(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Step* step : all_steps()) {
    if (step->name == name) return *step;
    names.push_back(step->name);
  }
  refuse("there is no step '{}'{} (steps are {})", name, did_you_mean(name, names), enumerate(names));
}

}  // namespace guise::masks
