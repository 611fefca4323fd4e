// SPDX-License-Identifier: Apache-2.0
// CloakPipe's ADCPE: a secret orthogonal matrix, then optional noise drawn evenly from [0, noise) for each entry
// (its crates/cloakpipe-vector/src/adcpe.rs).
#include <fmt/format.h>

#include <cmath>

#include "masks/preset.h"

namespace guise::masks::presets {
namespace {

constexpr Param params[] = {
    {.name = "noise", .help = "width of the even noise of each entry; 0: none", .fallback = 0, .least = 0},
};

std::string chain(const Params& given) {
  const double width = given.number("noise");
  // An even law on an interval of this width has the standard deviation width / sqrt(12).
  return width > 0 ? fmt::format("rotate | noise(law=uniform,sd={})", width / std::sqrt(12.0)) : "rotate";
}

}  // namespace

extern const Preset cloakpipe = {
    .name = "cloakpipe",
    .summary = "vectors as CloakPipe's ADCPE encrypts them: a secret rotation, then even noise",
    .source = "CloakPipe, crates/cloakpipe-vector/src/adcpe.rs",
    .note =
        "CloakPipe shifts all entries by half the width, which changes nothing for an attacker. It restarts its noise with "
        "every "
        "process, so that two runs repeat it; guise never does.",
    .params = params,
    .chain = chain,
};

}  // namespace guise::masks::presets
