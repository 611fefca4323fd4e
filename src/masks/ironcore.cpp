// SPDX-License-Identifier: Apache-2.0
// IronCore Labs' Alloy, "Cloaked AI": c = s m + λ with a secret s and λ drawn evenly from the ball of radius s β / 4, after the
// elements of m were shuffled by the key (its src/vector/crypto.rs).
#include <fmt/format.h>

#include "masks/dcpe.h"

namespace guise::masks::presets {
namespace {

std::string chain(const Params& given) {
  return "permute | " + scale_and_perturb(given);
}

}  // namespace

extern const Preset ironcore = {
    .name = "ironcore",
    .summary = "vectors as IronCore Alloy encrypts them: elements in a secret order, noise from a ball, one secret factor",
    .source = "IronCore Labs, Alloy, src/vector/crypto.rs; Fuchsbauer, Ghosal, Hauke and O'Neill, SCN 2022",
    .note = "Alloy draws its factor from another range, which changes nothing for an attacker.",
    .params = scale_and_perturb_params,
    .chain = chain,
};

}  // namespace guise::masks::presets
