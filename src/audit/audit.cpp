// SPDX-License-Identifier: Apache-2.0
// Puts an audit together: who attacks what with what, the two passes, and the scores.
#include "audit/audit.h"

#include <algorithm>
#include <numeric>

#include "attacks/attack.h"
#include "audit/passes.h"
#include "audit/score.h"
#include "audit/told.h"
#include "audit/variant.h"
#include "audit/warnings.h"
#include "base/error.h"
#include "base/names.h"

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

/// Whose attacks an attacker can run as well: everybody's, and a thief has what an insider has.
bool includes(const AttackerKind& kind, const AttackerKind& other) {
  return other.outsider() || (kind.has(Fact::key) && other.has(Fact::matrix));
}

// An attack that draws a matrix of its own hits by luck. So many draws are scored together, over all keys, and a lucky one is
// not taken for a success.
constexpr int kDraws = 10;

int draws_per_key(const Attack& attack, int keys) {
  const bool luck = std::find(attack.needs.begin(), attack.needs.end(), Fact::matrix_law) != attack.needs.end();
  return luck ? (kDraws + keys - 1) / keys : 1;
}

struct Task {
  std::size_t mask, attacker;
  std::string spec;
  std::string reason;
  std::vector<std::string> notes;
  std::vector<std::size_t> guessers;  // of every key that could be attacked
  std::vector<measures::Value> linked;
};

class Planner {
 public:
  Planner(const Request& request, const Variants& variants, const Told& told, const std::vector<Attacker>& attackers)
      : request_(request), variants_(variants), told_(told), attackers_(attackers) {}

  std::vector<Task> tasks;
  std::vector<Guesser> guessers;

  void plan() {
    for (std::size_t m = 0; m < request_.masks.size(); ++m)
      for (std::size_t a = 0; a < attackers_.size(); ++a)
        for (const Attack* attack : attacks::all_attacks())
          if (profits(*attack, *attackers_[a].kind))
            for (const std::string& spec : specs_of(*attack)) plan_one(m, a, *attack, spec);
  }

 private:
  void plan_one(std::size_t mask, std::size_t a, const Attack& attack, const std::string& spec) {
    Task task{.mask = mask, .attacker = a, .spec = spec, .reason = {}, .notes = {}, .guessers = {}, .linked = {}};
    const Params params = check_params(attack.params, parse_call(spec), "attack");
    for (std::size_t v = 0; v < variants_.all().size(); ++v) {
      if (variants_.all()[v].mask != mask) continue;
      // Without a secret matrix an insider knows what everybody knows.
      if (attackers_[a].kind->has(Fact::matrix) && !variants_.all()[v].insider) return;
      for (int draw = 0; draw < draws_per_key(attack, request_.keys); ++draw) plan_guess(task, v, attack, params);
    }
    tasks.push_back(std::move(task));
  }

  void plan_guess(Task& task, std::size_t variant, const Attack& attack, const Params& params) {
    const Attacker& attacker = attackers_[task.attacker];
    attacks::Outcome outcome = learn(attack, told_.evidence(attacker, variant), told_.knowledge(attacker, variant), params,
                                     random::Rng::from_system());
    if (!outcome.reconstruction) {
      task.reason = outcome.reason;
      return;
    }
    if (task.notes.empty()) task.notes = outcome.reconstruction->notes;
    if (!outcome.reconstruction->links.empty()) task.linked.push_back(told_.linked(attacker, outcome.reconstruction->links));
    task.guessers.push_back(guessers.size());
    guessers.push_back({.variant = variant,
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
};

/// The trials of one attacker on one mask: its own, and those of everybody (an attacker who knows more can do no worse).
AttackerResult result_of(std::size_t mask, std::size_t a, const std::vector<Attacker>& attackers,
                         const std::vector<Task>& tasks, const std::vector<measures::Comparison>& comparisons,
                         const std::vector<std::string>& columns, const stats::Moments& truth) {
  AttackerResult result{.attacker = attackers[a], .columns = {}, .baseline = {}, .trials = {}};
  std::vector<Index> scored;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (std::find(attackers[a].known.begin(), attackers[a].known.end(), columns[j]) != attackers[a].known.end()) continue;
    scored.push_back(static_cast<Index>(j));
    result.columns.push_back(columns[j]);
  }
  result.baseline = baseline_nrmse(attackers[a], truth, columns)(scored);
  const auto add = [&](const Task& task) {
    Trial trial{.attack = task.spec, .reason = task.reason, .notes = task.notes, .by_key = {}, .nrmse = {}, .residual = {}};
    trial.linked_by_key = task.linked;
    for (const std::size_t guesser : task.guessers) trial.by_key.push_back(comparisons[guesser].select(scored));
    result.trials.push_back(std::move(trial));
  };
  for (const Task& task : tasks)
    if (task.mask == mask && task.attacker == a) add(task);
  // Then those of others, of the best informed first.
  for (const bool outsiders : {false, true}) {
    for (const Task& task : tasks) {
      const AttackerKind& other = *attackers[task.attacker].kind;
      const bool here =
          std::any_of(result.trials.begin(), result.trials.end(), [&](const Trial& t) { return t.attack == task.spec; });
      if (task.mask == mask && task.attacker != a && !here && other.outsider() == outsiders &&
          includes(*attackers[a].kind, other))
        add(task);
    }
  }
  return result;
}

/// Attackers that a table is too short for are named, not left out in silence.
void note_left_out(const std::vector<Attacker>& asked, const Draws& draws, std::int64_t records,
                   std::vector<std::string>& warnings) {
  std::vector<std::string> names;
  for (const Attacker& attacker : asked)
    if (std::none_of(draws.attackers.begin(), draws.attackers.end(),
                     [&](const Attacker& a) { return a.kind == attacker.kind; }))
      names.emplace_back(attacker.kind->name);
  if (!names.empty())
    warnings.push_back(fmt::format("Not tried: {}. They would be told of at most a quarter of the records, and {} are too few.",
                                   enumerate(names), records));
}

}  // namespace

Result audit(const table::Table& originals, const Request& request) {
  const std::vector<std::string>& columns = request.selection.attributes;
  std::vector<Attacker> asked;
  for (const std::string& text : request.attackers) asked.push_back(parse_attacker(text, columns));
  const auto asks_for = [&](Fact fact) {
    return std::any_of(asked.begin(), asked.end(), [&](const Attacker& a) { return a.kind->has(fact); });
  };
  require(columns.size() > 1 || !asks_for(Fact::columns),
          "attacker 'attributes' needs at least two masked columns; the table has one");

  const Variants variants(originals, request, asks_for(Fact::repeat), asks_for(Fact::matrix));
  const Draws draws = draw(originals, request, asked);
  const FirstPass pass = gather(originals, request, variants, draws, asks_for(Fact::columns));
  require(pass.truth.count() > 1, "{} has {} record left to audit; an audit needs at least 2", originals.name(),
          pass.truth.count());
  const std::int64_t whole = pass.truth.count() + static_cast<std::int64_t>(draws.held_out.size());
  for (const Variant& variant : variants.all()) variant.first.check_records(whole);
  const std::vector<Attacker> attackers = expand(draws.attackers, pass.truth, columns);
  const Told told(request, variants, draws, pass);
  Planner planner(request, variants, told, attackers);
  planner.plan();
  const auto comparisons = compare(originals, request, variants, draws, pass.truth, planner.guessers);

  Result result{.table = originals.name(),
                .records = pass.truth.count(),
                .held_out = static_cast<std::int64_t>(draws.held_out.size()),
                .columns = columns,
                .keys = request.keys,
                .mean = {comparisons.back()},
                .masks = {},
                .warnings = warnings(pass.truth, pass.head, columns)};
  note_left_out(asked, draws, whole, result.warnings);
  for (std::size_t m = 0; m < request.masks.size(); ++m) {
    MaskResult mask{.mask = request.masks[m].text(),
                    .notes = variants.all()[m * static_cast<std::size_t>(request.keys)].first.notes(),
                    .attackers = {}};
    for (std::size_t a = 0; a < attackers.size(); ++a) {
      mask.attackers.push_back(result_of(m, a, attackers, planner.tasks, comparisons, columns, pass.truth));
      score(mask.attackers.back(), comparisons.back());
    }
    result.masks.push_back(std::move(mask));
  }
  return result;
}

}  // namespace guise::audit
