// SPDX-License-Identifier: Apache-2.0
#include "audit/planner.h"

#include <algorithm>

#include "attacks/attack.h"
#include "base/error.h"

namespace guise::audit {
namespace {

using attacks::Attack;
using attacks::Fact;

/// The settings an audit tries of an attack: its defaults, then its variants.
std::vector<std::string> specs_of(const Attack& attack) {
  std::vector<std::string> specs{std::string(attack.name)};
  specs.insert(specs.end(), attack.variants.begin(), attack.variants.end());
  return specs;
}

/// An attacker with more knowledge also runs every attack of the outsider; these are the ones that use what it has on top. An
/// insider reads the release through the matrices, which makes every attack another one; those without needs are `inverse`.
bool profits(const Attack& attack, const AttackerKind& kind) {
  const auto uses = [&](std::span<const Fact> facts) {
    return std::any_of(facts.begin(), facts.end(), [&](Fact fact) { return kind.has(fact); });
  };
  if (kind.has(Fact::pairs) && kind.has(Fact::population))  // the others are those of `pairs` and of `population`
    return std::find(attack.needs.begin(), attack.needs.end(), Fact::pairs) != attack.needs.end() &&
           std::find(attack.needs.begin(), attack.needs.end(), Fact::population) != attack.needs.end();
  if (kind.has(Fact::matrix)) return !attack.needs.empty();
  return kind.outsider() || uses(attack.needs) || uses(attack.needs_mixed) || uses(attack.uses);
}

// An attack that draws a matrix of its own hits by luck. So many draws are scored together, over all keys, and a lucky one is
// not taken for a success.
constexpr int kDraws = 10;

int draws_per_key(const Attack& attack, int keys) {
  const bool luck = std::find(attack.needs.begin(), attack.needs.end(), Fact::matrix_law) != attack.needs.end();
  return luck ? (kDraws + keys - 1) / keys : 1;
}

class Planner {
 public:
  Planner(const Request& request, const Variants& variants, const Told& told, const std::vector<Attacker>& attackers,
          int most_keys)
      : request_(request), variants_(variants), told_(told), attackers_(attackers), most_keys_(most_keys) {}

  Plan plan() {
    for (std::size_t m = 0; m < request_.releases(); ++m)
      for (std::size_t a = 0; a < attackers_.size(); ++a)
        for (const Attack* attack : tried_attacks(request_))
          if (profits(*attack, *attackers_[a].kind))
            for (const std::string& spec : specs_of(*attack))
              for (const std::string& reading : readings_of(m)) plan_one(m, a, *attack, spec, reading);
    return std::move(plan_);
  }

 private:
  std::vector<std::string> readings_of(std::size_t mask) const {
    std::vector<std::string> readings;
    for (const Variant& variant : variants_.all())
      if (variant.mask == mask && std::find(readings.begin(), readings.end(), variant.reading) == readings.end())
        readings.push_back(variant.reading);
    return readings;
  }

  void plan_one(std::size_t mask, std::size_t a, const Attack& attack, const std::string& spec, const std::string& reading) {
    Task task{
        .mask = mask, .attacker = a, .spec = spec, .reading = reading, .reason = {}, .notes = {}, .guessers = {}, .linked = {}};
    const Params params = check_params(attack.params, parse_call(spec), "attack");
    int keys = 0;
    for (std::size_t v = 0; v < variants_.all().size(); ++v) {
      if (variants_.all()[v].mask != mask || variants_.all()[v].reading != reading) continue;
      if (keys++ == most_keys_) break;
      // Without a secret matrix an insider knows what everybody knows.
      if (attackers_[a].kind->has(Fact::matrix) && !variants_.all()[v].insider) return;
      for (int draw = 0; draw < draws_per_key(attack, request_.keys); ++draw) plan_guess(task, v, attack, params);
    }
    plan_.tasks.push_back(std::move(task));
  }

  void plan_guess(Task& task, std::size_t variant, const Attack& attack, const Params& params) {
    const Attacker& attacker = attackers_[task.attacker];
    attacks::Outcome outcome = learn(attack, told_.evidence(attacker, variant), told_.knowledge(attacker, variant), params,
                                     request_.rng.fork(fmt::format("attack/{}", learnt_++)));
    if (!outcome.reconstruction) {
      task.reason = outcome.reason;
      return;
    }
    if (task.notes.empty()) task.notes = outcome.reconstruction->notes;
    if (!outcome.reconstruction->links.empty()) task.linked.push_back(told_.linked(attacker, outcome.reconstruction->links));
    task.guessers.push_back(plan_.guessers.size());
    plan_.guessers.push_back({.variant = variant,
                              .view = told_.view(attacker, variant),
                              .reconstruction = std::move(*outcome.reconstruction),
                              .known = positions(attacker.known, request_.selection.attributes),
                              .second = attacker.kind->has(Fact::repeat)});
  }

  /// A failure of the numerics is a reason, not the end of the audit.
  static attacks::Outcome learn(const Attack& attack, const attacks::Evidence& evidence, const attacks::Knowledge& knowledge,
                                const Params& params, const random::Rng& rng) {
    try {
      return attacks::learn(attack, evidence, knowledge, params, rng);
    } catch (const Error& error) {
      return attacks::Outcome::not_assessed(error.what());
    }
  }

  const Request& request_;
  const Variants& variants_;
  const Told& told_;
  const std::vector<Attacker>& attackers_;
  int most_keys_;
  Plan plan_;
  std::int64_t learnt_ = 0;  // attacks so far: each has random numbers of its own
};

}  // namespace

Plan plan_attacks(const Request& request, const Variants& variants, const Told& told, const std::vector<Attacker>& attackers,
                  int most_keys) {
  return Planner(request, variants, told, attackers, most_keys).plan();
}

}  // namespace guise::audit
