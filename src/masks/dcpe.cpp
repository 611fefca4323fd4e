// SPDX-License-Identifier: Apache-2.0
#include "masks/dcpe.h"

#include <fmt/format.h>

#include "base/error.h"

namespace guise::masks::presets {
namespace {

constexpr Param params[] = {
    {.name = "factor", .help = "approximation factor β: distances that differ by β or more keep their order", .positive = true},
    {.name = "low", .help = "smallest secret factor", .fallback = 0.5, .positive = true},
    {.name = "high", .help = "largest secret factor", .fallback = 2, .positive = true},
};

}  // namespace

const std::span<const Param> scale_and_perturb_params = params;

std::string scale_and_perturb(const Params& given) {
  require(given.has("factor"), "the preset needs its approximation factor; give factor=, for unit vectors about 0.5 to 2");
  return fmt::format("noise(law=ball,radius={}) | scale(uniform=yes,low={},high={})", given.number("factor") / 4,
                     given.number("low"), given.number("high"));
}

extern const Preset dcpe = {
    .name = "dcpe",
    .summary = "scale and perturb: noise from a ball and one secret factor",
    .source =
        "Fuchsbauer, Ghosal, Hauke and O'Neill, Approximate Distance-Comparison-Preserving Symmetric Encryption, SCN 2022",
    .note = "",
    .params = params,
    .chain = scale_and_perturb,
};

}  // namespace guise::masks::presets
