// SPDX-License-Identifier: Apache-2.0
// The list of attacks: attacks.def, read twice.
#include <array>

#include "attacks/attack.h"
#include "base/error.h"
#include "base/names.h"

namespace guise::attacks {

#define ATTACK(name) extern const Attack name##_attack;
#include "attacks/attacks.def"
#undef ATTACK

namespace {

constexpr std::array kAttacks = {
#define ATTACK(name) &name##_attack,
#include "attacks/attacks.def"
#undef ATTACK
};

}  // namespace

std::span<const Attack* const> all_attacks() {
  return kAttacks;
}

const Attack& find_attack(std::string_view name_or_alias) {
  std::vector<std::string_view> names;
  for (const Attack* attack : kAttacks) {
    if (attack->name == name_or_alias || (!attack->alias.empty() && attack->alias == name_or_alias)) return *attack;
    names.push_back(attack->name);
    if (!attack->alias.empty()) names.push_back(attack->alias);
  }
  refuse("no attack named '{}'{} (guise list attacks)", name_or_alias, did_you_mean(name_or_alias, names));
}

}  // namespace guise::attacks
