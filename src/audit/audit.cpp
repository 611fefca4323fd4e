// SPDX-License-Identifier: Apache-2.0
// Puts an audit together: who attacks what with what, the two passes, and the scores.
#include "audit/audit.h"

#include <algorithm>

#include "audit/details.h"
#include "audit/inclusion.h"
#include "audit/practice.h"
#include "audit/results.h"
#include "audit/score.h"
#include "audit/side_columns.h"
#include "audit/spectrum.h"
#include "audit/utilities.h"
#include "audit/verdict.h"
#include "audit/warnings.h"
#include "base/error.h"
#include "base/names.h"

namespace guise::audit {
namespace {

using attacks::Fact;

/// What may be claimed of a mask, whatever attacks find; of the keys it was drawn with the one that promises least.
struct Certified {
  release::Certificate certificate;
  const masks::Prepared* mask = nullptr;  ///< drawn with that key; none where that does not matter
};

Certified certificate_of(const Request& request, const Variants& variants, std::size_t mask) {
  if (request.selection.missing == table::Missing::mean) return {release::no_guarantee(release::kFilledWithMeans)};
  std::optional<Certified> weakest;
  for (const Variant& variant : variants.all()) {
    if (variant.mask != mask) continue;
    if (!variant.first) return {release::no_guarantee("it was not masked here, and what is said of it cannot be checked")};
    Card card = variant.first->card();
    card.kept = request.kept;
    release::Certificate found = release::certify(card, variant.first->secrets());
    if (!weakest || &release::weaker(weakest->certificate, found) == &found)
      weakest = {.certificate = std::move(found), .mask = &*variant.first};
  }
  return *weakest;
}

/// A lower bound beside the upper one, from records of the sample as well; fails where it lies above.
std::optional<MeasuredPrivacy> measured_of(const Certified& certified, const Request& request, const FirstPass& pass,
                                           const std::string& mask) {
  if (!request.details || !certified.mask || !is_measurable(*certified.mask, certified.certificate)) return {};
  const auto attributes = static_cast<Index>(request.selection.attributes.size());
  const MeasuredPrivacy measured = measure_privacy(*certified.mask, certified.certificate,
                                                   pass.sample.rows.leftCols(attributes), request.rng.fork("privacy"));
  require_certified(measured, certified.certificate, mask);
  return measured;
}

std::string name_of(const Request& request, std::size_t release) {
  if (!request.given) return request.masks[release].text();
  return request.given->mask.empty() ? "unknown mask" : request.given->mask;
}

std::size_t first_variant(const Variants& variants, std::size_t mask) {
  const auto found =
      std::find_if(variants.all().begin(), variants.all().end(), [&](const Variant& v) { return v.mask == mask; });
  return static_cast<std::size_t>(found - variants.all().begin());
}

std::optional<Card> card_of(const Variant& variant, const Request& request) {
  return variant.first ? variant.first->card() : request.given->card;
}

std::vector<std::string> notes_of(const Variant& variant) {
  return variant.first ? variant.first->notes() : std::vector<std::string>();
}

/// Who has the key of a release, or another one of the same records, is no use where the release was given by itself.
void require_no_key(const std::vector<Attacker>& asked) {
  for (const Attacker& attacker : asked)
    require(attacker.kind->needs_no_key(),
            "attacker '{}' needs the key or a second release, which an audit of a given one "
            "does not have; leave it out",
            attacker.kind->name);
}

/// Attacks that were not asked for are not left out in silence.
void note_attacks_left_out(const Request& request, std::vector<std::string>& warnings) {
  if (!request.attacks.empty())
    warnings.push_back(fmt::format("Of the {} attacks there are, only {} {} tried; others may get more.",
                                   attacks::all_attacks().size(), enumerate(request.attacks),
                                   request.attacks.size() == 1 ? "was" : "were"));
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

/// Every attacker's row for one mask: scored by itself, then the best of everybody it includes.
std::vector<AttackerResult> attacker_results(std::size_t mask, const std::vector<Attacker>& attackers, std::size_t asked_about,
                                             const Plan& plan, const std::vector<Compared>& compared, const Request& request) {
  std::vector<AttackerResult> all;
  const auto parts_of = [&](std::size_t a) {
    std::vector<std::size_t> parts;
    for (std::size_t b = 0; b < attackers.size(); ++b)
      if (b != a && includes(attackers[a], attackers[b])) parts.push_back(b);
    return parts;
  };
  // The same for all: more knowledge must not widen intervals. A register of everybody is part of nobody.
  const auto counted = std::count_if(attackers.begin(), attackers.end(), [](const Attacker& a) { return !a.kind->everyone; });
  const auto parts = static_cast<std::size_t>(std::max<std::ptrdiff_t>(counted, 1) - 1);
  for (std::size_t a = 0; a < attackers.size(); ++a) {
    all.push_back(result_of(mask, a, attackers, plan, compared, request.selection.attributes));
    score(all.back(), request.thresholds, parts);
  }
  std::vector<AttackerResult> rows(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(asked_about));
  for (std::size_t a = 0; a < asked_about; ++a)
    for (const std::size_t part : parts_of(a)) take_over(rows[a], all[part], request.thresholds);
  return rows;
}

// Fewer keys than this do not reassure: a secret that is undone with one key in three is not undone with any of two.
constexpr int kFewestKeys = 5;

/// Neither wide intervals nor few keys are reassurance: while a grade is undecided, or rests on few keys, the masks are drawn
/// with more of them.
bool wants_more_keys(const Request& request, const Result& result) {
  if (request.given || request.keys >= request.most_keys) return false;
  return std::any_of(result.masks.begin(), result.masks.end(), [&](const MaskResult& mask) {
    const Grade grade = verdict_of(mask, result).grade;
    return grade == Grade::undecided || (grade == Grade::resists && request.keys < kFewestKeys);
  });
}

/// One audit with as many keys as the request says; what takes long comes once the grades stand, or no more keys are allowed.
Result audit_once(const table::Table& originals, const Request& request) {
  const std::vector<std::string>& columns = request.selection.attributes;
  std::vector<Attacker> asked;
  for (const std::string& text : request.attackers) asked.push_back(parse_attacker(text, columns));
  const auto asks_for = [&](Fact fact) {
    return std::any_of(asked.begin(), asked.end(), [&](const Attacker& a) { return a.kind->has(fact); });
  };
  require(columns.size() > 1 || !asks_for(Fact::columns),
          "attacker 'attributes' needs at least two masked columns; the table has one");

  for (const std::string& name : request.attacks) attacks::find_attack(name);  // before anything is read
  if (request.given) require_no_key(asked);
  // A thief has what an insider has.
  const auto any_kind = [&](auto has) {
    return std::any_of(asked.begin(), asked.end(), [&](const Attacker& a) { return has(*a.kind); });
  };
  const Variants variants(originals, request, any_kind([](const AttackerKind& kind) { return kind.second(); }),
                          asks_for(Fact::matrix) || asks_for(Fact::key),
                          any_kind([](const AttackerKind& kind) { return kind.same_key; }));
  const bool open = std::any_of(variants.all().begin(), variants.all().end(), [](const Variant& v) { return v.leaves_open(); });
  const Draws draws = draw(originals, request, asked, open ? kPopulation : 0);
  const FirstPass pass = gather(originals, request, variants, draws, asks_for(Fact::columns) || request.given);
  require(pass.truth.count() > 1, "{} has {} record left to audit; an audit needs at least 2", originals.name(),
          pass.truth.count());
  const std::int64_t whole = pass.truth.count() + static_cast<std::int64_t>(draws.held_out.size());
  for (const Variant& variant : variants.all())
    if (variant.first) variant.first->check_records(whole);
  std::vector<Attacker> attackers = expand(draws.attackers, pass.truth, columns);
  const std::size_t asked_about = attackers.size();  // the others attack for those who include them
  std::ranges::copy(lesser(attackers, draws.population.rows()), std::back_inserter(attackers));
  const Told told(request, variants, draws, pass);
  const Plan plan = plan_attacks(request, variants, told, attackers);
  const Halves halves(draws, pass.truth.count() - static_cast<std::int64_t>(draws.unscored.size()), request.rng.fork("halves"));
  const auto compared = compare(originals, request, variants, draws, halves, pass.truth, plan.guessers);

  Result result{.table = request.given ? request.given->originals : originals.name(),
                .records = pass.truth.count(),
                .held_out = static_cast<std::int64_t>(draws.held_out.size()),
                .columns = columns,
                .keys = request.keys,
                .mean = {compared.back().report},
                .attacks = request.attacks,
                .thresholds = request.thresholds,
                .masks = {},
                .warnings = warnings(pass.truth, pass.head, columns),
                .given = request.given};
  note_left_out(asked, draws, whole, result.warnings);
  note_attacks_left_out(request, result.warnings);
  if (request.given && request.given->put_back)
    result.warnings.push_back(sentence_on(*request.given->put_back, *request.given));
  if (request.given)
    if (auto warning = rows_out_of_step(pass.variants[0].with_originals, variants.all()[0].width(), *request.given))
      result.warnings.push_back(std::move(*warning));
  result.identified = identified_by_kept(pass.beside.rows.rightCols(variants.side().width), pass.truth.count());
  if (std::optional<std::string> warning = singled_out_by_kept(pass.kept, request.kept))
    result.warnings.push_back(std::move(*warning));
  for (std::size_t m = 0; m < request.releases(); ++m) {
    const Certified certified = certificate_of(request, variants, m);
    MaskResult mask{.mask = name_of(request, m),
                    .notes = notes_of(variants.all()[first_variant(variants, m)]),
                    .certificate = certified.certificate,
                    .attackers = attacker_results(m, attackers, asked_about, plan, compared, request)};
    const std::size_t first = first_variant(variants, m);
    if (const std::optional<Card> card = card_of(variants.all()[first], request))
      mask.warnings = bad_practice(*card, pass.truth, pass.head, columns);
    mask.spectrum = spectrum_of(variants.all()[first], pass.variants[first], pass.truth);
    mask.information_bound = information_bound(variants.all()[first], pass.truth);
    result.masks.push_back(std::move(mask));
  }
  if (wants_more_keys(request, result)) return result;
  for (std::size_t m = 0; m < request.releases(); ++m)
    result.masks[m].measured = measured_of(certificate_of(request, variants, m), request, pass, result.masks[m].mask);
  if (request.utility) {
    auto useful = utilities(originals, request, variants, pass, request.rng.fork("utility"));
    for (std::size_t m = 0; m < request.releases(); ++m) result.masks[m].utility = std::move(useful[m]);
  }
  const bool untold = request.given && request.given->untold();
  if (request.details && !untold) add_details(result, originals, look_at(request, variants, pass, draws), plan);
  return result;
}

}  // namespace

Result audit(const table::Table& originals, const Request& asked) {
  Request request = asked;
  request.kept_is_category = kept_categories(originals, request);
  Result result = audit_once(originals, request);
  while (wants_more_keys(request, result)) {
    request.keys = std::min(std::max(kFewestKeys, 2 * request.keys), request.most_keys);
    result = audit_once(originals, request);
  }
  return result;
}

}  // namespace guise::audit
