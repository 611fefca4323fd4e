// SPDX-License-Identifier: Apache-2.0
// Puts an audit together: who attacks what with what, the two passes, and the scores.
#include "audit/audit.h"

#include <algorithm>

#include "audit/passes.h"
#include "audit/planner.h"
#include "audit/score.h"
#include "audit/told.h"
#include "audit/utilities.h"
#include "audit/variant.h"
#include "audit/warnings.h"
#include "base/error.h"
#include "base/names.h"

namespace guise::audit {
namespace {

using attacks::Fact;

/// Whose attacks an attacker can run as well: everybody's, and a thief has what an insider has.
bool includes(const AttackerKind& kind, const AttackerKind& other) {
  return other.outsider() || (kind.has(Fact::key) && other.has(Fact::matrix));
}

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

/// What may be claimed of a mask, whatever attacks find; of the keys it was drawn with the one that promises least.
release::Certificate certificate_of(const Request& request, const Variants& variants, std::size_t mask) {
  if (request.selection.missing == table::Missing::mean) return release::no_guarantee(release::kFilledWithMeans);
  std::optional<release::Certificate> weakest;
  for (const Variant& variant : variants.all()) {
    if (variant.mask != mask) continue;
    Card card = variant.first.card();
    card.kept = request.kept;
    release::Certificate found = release::certify(card, variant.first.secrets());
    weakest = weakest ? release::weaker(*weakest, found) : std::move(found);
  }
  return *weakest;
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
  const Plan plan = plan_attacks(request, variants, told, attackers);
  const auto comparisons = compare(originals, request, variants, draws, pass.truth, plan.guessers);

  std::vector<std::vector<Utility>> useful(request.masks.size());
  if (request.utility) useful = utilities(originals, request, variants, pass, request.rng.fork("utility"));

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
                    .certificate = certificate_of(request, variants, m),
                    .utility = std::move(useful[m]),
                    .attackers = {}};
    for (std::size_t a = 0; a < attackers.size(); ++a) {
      mask.attackers.push_back(result_of(m, a, attackers, plan.tasks, comparisons, columns, pass.truth));
      score(mask.attackers.back(), comparisons.back());
    }
    result.masks.push_back(std::move(mask));
  }
  return result;
}

}  // namespace guise::audit
