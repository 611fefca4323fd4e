// SPDX-License-Identifier: Apache-2.0
#include "audit/round.h"

#include <algorithm>

#include "audit/halves.h"
#include "audit/inclusion.h"
#include "audit/results.h"
#include "audit/score.h"
#include "base/error.h"

namespace guise::audit {
namespace {

using attacks::Fact;

/// Who has the key of a release, or another one of the same records, is no use where the release was given by itself.
void require_no_key(const std::vector<Attacker>& asked) {
  for (const Attacker& attacker : asked)
    require(attacker.kind->needs_no_key(),
            "attacker '{}' needs the key or a second release, which an audit of a given one "
            "does not have; leave it out",
            attacker.kind->name);
}

std::vector<Attacker> asked_for(const Request& request) {
  std::vector<Attacker> asked;
  for (const std::string& text : request.attackers) asked.push_back(parse_attacker(text, request.selection.attributes));
  if (request.given) require_no_key(asked);
  return asked;
}

bool any_kind(const std::vector<Attacker>& asked, bool (*has)(const AttackerKind&)) {
  return std::any_of(asked.begin(), asked.end(), [&](const Attacker& attacker) { return has(*attacker.kind); });
}

bool knows_columns(const AttackerKind& kind) {
  return kind.has(Fact::columns);
}

/// The masks drawn with their keys, and what attackers who were asked for need besides.
Variants variants_for(const table::Table& originals, const Request& request, const std::vector<Attacker>& asked) {
  require(request.selection.attributes.size() > 1 || !any_kind(asked, knows_columns),
          "attacker 'attributes' needs at least two masked columns; the table has one");
  return {originals, request, any_kind(asked, [](const AttackerKind& kind) { return kind.second(); }),
          // A thief has what an insider has.
          any_kind(asked, [](const AttackerKind& kind) { return kind.has(Fact::matrix) || kind.has(Fact::key); }),
          any_kind(asked, [](const AttackerKind& kind) { return kind.same_key; })};
}

Draws draw_for(const table::Table& originals, const Request& request, const Variants& variants,
               const std::vector<Attacker>& asked) {
  const bool open = std::any_of(variants.all().begin(), variants.all().end(), [](const Variant& v) { return v.leaves_open(); });
  return draw(originals, request, asked, open ? kPopulation : 0);
}

FirstPass gather_checked(const table::Table& originals, const Request& request, const Variants& variants, const Draws& draws,
                         bool with_originals) {
  FirstPass pass = gather(originals, request, variants, draws, with_originals);
  require(pass.truth.count() > 1, "{} has {} record left to audit; an audit needs at least 2", originals.name(),
          pass.truth.count());
  for (const Variant& variant : variants.all())
    if (variant.first) variant.first->check_records(pass.truth.count() + static_cast<std::int64_t>(draws.held_out.size()));
  return pass;
}

}  // namespace

Round::Round(const table::Table& originals, const Request& request, const Round* before)
    : wanted(asked_for(request)),
      variants(variants_for(originals, request, wanted)),
      draws(before ? before->draws : draw_for(originals, request, variants, wanted)),
      pass(gather_checked(originals, request, variants, draws, any_kind(wanted, knows_columns) || request.given)) {
  attackers = before ? before->attackers : expand(draws.attackers, pass.truth, request.selection.attributes);
  asked = before ? before->asked : attackers.size();
  if (!before) std::ranges::copy(lesser(attackers, draws.population.rows()), std::back_inserter(attackers));
  plan = plan_attacks(request, variants, Told(request, variants, draws, pass), attackers, {.unaided = !before});
  const Halves halves(draws, pass.truth.count() - static_cast<std::int64_t>(draws.unscored.size()),
                      request.rng.fork(fmt::format("halves/{}", request.first_key)));
  compared = compare(originals, request, variants, draws, halves, pass, plan.guessers);
}

std::vector<AttackerResult> rows_of(const Round& round, std::size_t mask, const Request& request) {
  std::vector<AttackerResult> rows;
  for (std::size_t a = 0; a < round.attackers.size(); ++a)
    rows.push_back(result_of(mask, a, round.attackers, round.plan, round.compared, request.selection.attributes));
  return rows;
}

void add_keys(std::vector<AttackerResult>& rows, const std::vector<AttackerResult>& further) {
  for (std::size_t a = 0; a < rows.size(); ++a)
    for (const Trial& more : further[a].trials) {
      if (more.unaided) continue;  // the same whatever the key
      const auto had = std::find_if(rows[a].trials.begin(), rows[a].trials.end(), [&](const Trial& each) {
        return each.attacker == more.attacker && same_attack(each, more) && !each.unaided;
      });
      std::ranges::copy(more.by_key, std::back_inserter(had->by_key));
      std::ranges::copy(more.choice, std::back_inserter(had->choice));
      std::ranges::copy(more.found, std::back_inserter(had->found));
    }
}

std::vector<AttackerResult> scored(std::vector<AttackerResult> rows, std::size_t asked, const Thresholds& thresholds) {
  // The same for all: more knowledge must not widen intervals. A register of everybody is part of nobody.
  const auto counted =
      std::count_if(rows.begin(), rows.end(), [](const AttackerResult& row) { return !row.attacker.kind->everyone; });
  const auto parts = static_cast<std::size_t>(std::max<std::ptrdiff_t>(counted, 1) - 1);
  for (AttackerResult& row : rows) score(row, thresholds, parts);
  std::vector<AttackerResult> out(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(asked));
  for (std::size_t a = 0; a < asked; ++a)
    for (std::size_t b = 0; b < rows.size(); ++b)
      if (b != a && includes(rows[a].attacker, rows[b].attacker)) take_over(out[a], rows[b], thresholds);
  return out;
}

}  // namespace guise::audit
