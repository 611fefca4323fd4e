// SPDX-License-Identifier: Apache-2.0
// The figures there are: measures.def, read once to declare them and once to list them.
#include "base/error.h"
#include "base/names.h"
#include "measures/measure.h"

namespace guise::measures {

namespace figures {
#define MEASURE(name) extern const Measure name;
#include "measures/measures.def"
#undef MEASURE
}  // namespace figures

std::span<const Measure* const> all_measures() {
  static const Measure* const list[] = {
#define MEASURE(name) &figures::name,
#include "measures/measures.def"
#undef MEASURE
  };
  return list;
}

const Measure& find_measure(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Measure* measure : all_measures()) {
    if (measure->name == name) return *measure;
    names.push_back(measure->name);
  }
  refuse("there is no measure '{}'{} (measures are {})", name, did_you_mean(name, names), enumerate(names));
}

}  // namespace guise::measures
