// SPDX-License-Identifier: Apache-2.0
// Puts an audit together: rounds of attacks while grades are undecided, the scores, and what is said besides.
#include "audit/audit.h"

#include <algorithm>

#include "audit/details.h"
#include "audit/next_step.h"
#include "audit/practice.h"
#include "audit/round.h"
#include "audit/side_columns.h"
#include "audit/spectrum.h"
#include "audit/utilities.h"
#include "audit/verdict.h"
#include "audit/warnings.h"
#include "base/error.h"
#include "base/names.h"
#include "stats/memory.h"

namespace guise::audit {
namespace {

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
    if (!variant.first) return {release::no_guarantee("it was not masked here, so its mask cannot be checked")};
    Card card = variant.first->card();
    card.kept = request.kept;
    card.shuffled = request.shuffle;
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

/// Attacks that were not asked for are not left out in silence.
void note_attacks_left_out(const Request& request, std::vector<std::string>& warnings) {
  if (!request.attacks.empty())
    warnings.push_back(fmt::format("Of the {} attacks, only {} {} tried. Others may recover more.",
                                   attacks::all_attacks().size(), enumerate(request.attacks),
                                   request.attacks.size() == 1 ? "was" : "were"));
}

/// Nor are those that would take too long, or that no time was left for.
void note_time(const Request& request, Result& result) {
  const std::set<std::string> left_out = request.time->left_out();
  result.left_out = {left_out.begin(), left_out.end()};
  result.partial = request.time->was_cut_short();
  result.attack_seconds = request.time->by_attack();
  if (!result.left_out.empty())
    result.warnings.push_back(
        fmt::format("Left out at effort {}: {}. On a table of this width each takes more than {:g} seconds "
                    "for a key. They may recover more.",
                    effort_name(request.effort), enumerate(result.left_out), most_seconds(request.effort)));
  if (result.partial && request.time->stopped())
    result.warnings.emplace_back(
        "The audit was interrupted before all attacks were tried. No grade here means that the release resists.");
  else if (result.partial)
    result.warnings.push_back(fmt::format(
        "The time limit of {:g} seconds ended this audit before all attacks were tried. No grade here means that the "
        "release resists.",
        request.seconds));
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
    warnings.push_back(
        fmt::format("Not tried: {}. These attackers may know at most a quarter of the records; {} records are too few.",
                    enumerate(names), records));
}

// Fewer keys than this do not reassure: a secret that is undone with one key in three is not undone with any of two.
constexpr int kFewestKeys = 5;

/// Neither wide intervals nor few keys are reassurance: while its grade is undecided, or rests on few keys, a mask is drawn
/// with more of them.
bool wants_more_keys(const MaskResult& mask, const Request& request, const Result& result) {
  if (request.given || mask.keys >= request.most_keys) return false;
  const Grade grade = verdict_of(mask, result).grade;
  if (mask.keys >= kFewestKeys) return grade == Grade::undecided;
  return grade == Grade::undecided || grade == Grade::resists ||
         std::any_of(mask.attackers.begin(), mask.attackers.end(),
                     [](const AttackerResult& each) { return each.status() == Status::undecided; });
}

/// What is said of the table, whatever the masks.
Result about_table(const table::Table& originals, const Request& request, const Round& round) {
  const FirstPass& pass = round.pass;
  const auto held_out = static_cast<std::int64_t>(round.draws.held_out.size());
  Result result{.table = request.given ? request.given->originals : originals.name(),
                .records = pass.truth.count(),
                .held_out = held_out,
                .columns = request.selection.attributes,
                .keys = request.keys,
                .mean = {round.compared.back().report},
                .attacks = request.attacks,
                .effort = request.effort,
                .thresholds = request.thresholds,
                .shuffle = request.shuffle,
                .masks = {},
                .warnings = warnings(pass.truth, pass.head, request.selection.attributes, request.shuffle),
                .given = request.given};
  if (request.shuffle)
    result.warnings.push_back(
        "The audit is of releases with shuffled rows. Attackers who know rows or have a second release are assumed to find "
        "them.");
  note_left_out(round.wanted, round.draws, pass.truth.count() + held_out, result.warnings);
  note_attacks_left_out(request, result.warnings);
  if (request.given && request.given->put_back)
    result.warnings.push_back(sentence_on(*request.given->put_back, *request.given));
  if (request.given && !request.given->estimated.empty()) result.warnings.push_back(request.given->estimated);
  if (request.given)
    if (auto warning = rows_out_of_step(pass.variants[0].with_originals, round.variants.all()[0].width(), *request.given))
      result.warnings.push_back(std::move(*warning));
  result.identified = identified_by_kept(pass.beside.rows.rightCols(round.variants.side().width), pass.truth.count());
  if (std::optional<std::string> warning = singled_out_by_kept(pass.kept, request.kept))
    result.warnings.push_back(std::move(*warning));
  return result;
}

/// What is said of a mask, whatever the attacks find.
MaskResult about_mask(std::size_t m, const Request& request, const Round& round) {
  const std::size_t first = first_variant(round.variants, m);
  const Variant& variant = round.variants.all()[first];
  MaskResult mask{.mask = name_of(request, m),
                  .keys = request.keys,
                  .notes = notes_of(variant),
                  .certificate = certificate_of(request, round.variants, m).certificate,
                  .attackers = {}};
  if (const std::optional<Card> card = card_of(variant, request))
    mask.warnings = bad_practice(*card, round.pass.truth, round.pass.head, request.selection.attributes);
  mask.spectrum = spectrum_of(variant, round.pass.variants[first], round.pass.truth);
  mask.information_bound = information_bound(variant, round.pass.truth);
  if (variant.width() > 0)
    mask.noise_to_resist = noise_to_resist(variant.card.knowledge, round.pass.truth,
                                           round.pass.variants[first].evidence.moments, request.thresholds);
  return mask;
}

/// Every mask with the keys asked for, then those whose grade these leave open with more, twice as many each time.
void attack_masks(Result& result, const table::Table& originals, const Request& request, const Round& first) {
  std::vector<std::vector<AttackerResult>> rows;
  for (std::size_t m = 0; m < request.releases(); ++m) {
    rows.push_back(rows_of(first, m, request));
    result.masks[m].attackers = scored(rows[m], first.asked, request.thresholds);
  }
  while (true) {
    std::vector<std::size_t> open;
    Request more = request;
    more.masks.clear();
    for (std::size_t m = 0; m < result.masks.size(); ++m)
      if (wants_more_keys(result.masks[m], request, result)) {
        open.push_back(m);
        more.masks.push_back(request.masks[m]);
        more.first_key = result.masks[m].keys;  // the same for all: those that are open were open before
      }
    if (open.empty()) return;
    if (request.time->over()) return request.time->cut_short();
    more.keys = std::min(std::max(kFewestKeys - more.first_key, more.first_key), request.most_keys - more.first_key);
    const Round further(originals, more, &first);
    for (std::size_t i = 0; i < open.size(); ++i) {
      MaskResult& mask = result.masks[open[i]];
      add_keys(rows[open[i]], rows_of(further, i, more));
      mask.keys += more.keys;
      mask.certificate = release::weaker(mask.certificate, certificate_of(more, further.variants, i).certificate);
      mask.attackers = scored(rows[open[i]], first.asked, request.thresholds);
    }
  }
}

/// Masks that took more keys than were asked for say so.
void note_keys(Result& result) {
  for (MaskResult& mask : result.masks)
    if (mask.keys > result.keys)
      mask.notes.push_back(fmt::format("Drawn with {} keys: {} {} not enough to decide the grade.", mask.keys, result.keys,
                                       result.keys == 1 ? "was" : "were"));
}

}  // namespace

Result audit(const table::Table& originals, const Request& asked) {
  Request request = asked;
  for (const std::string& name : request.attacks) attacks::find_attack(name);  // before anything is read
  request.time = std::make_shared<Timekeeper>(request.seconds, request.stop);
  request.kept_is_category = kept_categories(originals, request.kept);
  const stats::Memory memory;
  const Round round(originals, request);
  Result result = about_table(originals, request, round);
  for (std::size_t m = 0; m < request.releases(); ++m) result.masks.push_back(about_mask(m, request, round));
  attack_masks(result, originals, request, round);
  note_keys(result);
  for (std::size_t m = 0; m < request.releases(); ++m)
    result.masks[m].measured =
        measured_of(certificate_of(request, round.variants, m), request, round.pass, result.masks[m].mask);
  const auto in_time = [&] {
    if (!request.time->over()) return true;
    request.time->cut_short();
    return false;
  };
  if (request.utility && in_time()) {
    auto useful = utilities(originals, request, round.variants, round.pass, request.rng.fork("utility"));
    for (std::size_t m = 0; m < request.releases(); ++m) result.masks[m].utility = std::move(useful[m]);
  }
  const bool untold = request.given && request.given->untold();
  if (request.details && !untold && in_time())
    add_details(result, originals, look_at(request, round.variants, round.pass, round.draws), round.plan);
  note_time(request, result);
  return result;
}

}  // namespace guise::audit
