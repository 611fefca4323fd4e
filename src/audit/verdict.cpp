// SPDX-License-Identifier: Apache-2.0
// The verdict in plain words: sentences first, then the table; 80 columns.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "audit/group_inference.h"
#include "audit/score.h"
#include "audit/verdict.h"
#include "base/text.h"

namespace guise::audit {
namespace {

int percent(double share) {
  return static_cast<int>(std::lround(100 * share));
}

std::string percent_text(double share) {
  if (share > 0.995 && share < 1) return "over 99 %";
  if (share > 0 && share < 0.005) return "under 1 %";
  return fmt::format("{} %", percent(share));
}

const Trial* worst_trial(const AttackerResult& result) {
  return result.worst < 0 ? nullptr : &result.trials[static_cast<std::size_t>(result.worst)];
}

/// Whether anything was tried on the release itself.
bool tried(const AttackerResult& result) {
  return std::any_of(result.trials.begin(), result.trials.end(),
                     [](const Trial& trial) { return !trial.by_key.empty() && !trial.unaided; });
}

/// Whom the grade is about: those without any key, or the partner where nobody else was played.
std::vector<const AttackerResult*> graded(const MaskResult& mask) {
  std::vector<const AttackerResult*> without_key, partners;
  for (const AttackerResult& result : mask.attackers) {
    const Recipient recipient = result.attacker.kind->recipient();
    if (recipient < Recipient::partner) without_key.push_back(&result);
    if (recipient == Recipient::partner) partners.push_back(&result);
  }
  return without_key.empty() ? partners : without_key;
}

/// The criterion that an attack met by most, of these attackers; nullptr when none was met.
struct Breach {
  const AttackerResult* attacker = nullptr;
  const Criterion* criterion = nullptr;
};

/// Whoever has a register of everybody learns no value of these columns: that comes last.
Breach worst_breach(const std::vector<const AttackerResult*>& attackers) {
  Breach worst;
  const auto rank = [](const AttackerResult& result, const Criterion& criterion) {
    return std::pair(!result.attacker.kind->everyone, criterion.excess.value);
  };
  for (const AttackerResult* result : attackers)
    for (const Criterion& each : result->criteria)
      if (each.decision == Criterion::Decision::passes &&
          (!worst.criterion || rank(*result, each) > rank(*worst.attacker, *worst.criterion)))
        worst = {result, &each};
  return worst;
}

/// Of these attackers the one that recovers most; nullptr when nobody could try anything on the release.
const AttackerResult* strongest(const std::vector<const AttackerResult*>& attackers) {
  const AttackerResult* best = nullptr;
  for (const AttackerResult* result : attackers) {
    if (!tried(*result)) continue;
    const auto rank = [](const AttackerResult& r) {
      return std::pair(r.status() != Status::succeeded, worst_trial(r)->calibrated.value);
    };
    if (!best || rank(*result) < rank(*best)) best = result;
  }
  return best;
}

// Fewer records than this tell nothing of others.
constexpr std::int64_t kFewRecords = 30;
// Kept columns that identify this share of the records cap the grade.
constexpr double kIdentified = 0.5;

/// Share of the variance of all columns together that the same knowledge explains without the release.
double explained_without(const AttackerResult& result) {
  return result.baseline.size() == 0
             ? 0
             : std::max(0.0, 1 - result.baseline.squaredNorm() / static_cast<double>(result.baseline.size()));
}

/// Of what that leaves open, the share that the worst attack recovers: columns that were predictable anyway are no breach.
double pooled_excess(const AttackerResult& result) {
  const double recovered = 1 - worst_trial(result)->calibrated.value;
  return excess(Risk::recovered, {recovered, recovered, recovered}, explained_without(result)).value;
}

std::pair<Grade, std::string> success(const std::vector<const AttackerResult*>& attackers, const Thresholds& thresholds) {
  const auto [attacker, met] = worst_breach(attackers);
  double pooled = 0;
  for (const AttackerResult* each : attackers)
    if (each->status() == Status::succeeded) pooled = std::max(pooled, pooled_excess(*each));
  if (pooled >= 0.9) return {Grade::do_not_publish, "DO NOT PUBLISH: nearly everything comes back"};
  if (pooled >= thresholds.severe) return {Grade::do_not_publish, "DO NOT PUBLISH: most of it comes back"};
  if (attacker->attacker.kind->everyone) return {Grade::leaks, "LEAKS: a register of all originals identifies people"};
  const bool severe = met->excess.value >= thresholds.severe;
  const std::string_view grade = severe ? "DO NOT PUBLISH" : "LEAKS";
  const Grade value = severe ? Grade::do_not_publish : Grade::leaks;
  switch (met->risk) {
    case Risk::recovered:
    case Risk::close:
      return {value, fmt::format("{}: {} of `{}` comes back", grade, severe ? "most" : "part", attacker->columns[met->column])};
    case Risk::whole:
      return {value, fmt::format("{}: whole records come back", grade)};
    case Risk::exact:
      return {Grade::do_not_publish, "DO NOT PUBLISH: some records are released as they are"};
    case Risk::linked:
      return {value, fmt::format("{}: known people are identified", grade)};
  }
  return {value, std::string(grade)};
}

std::pair<Grade, std::string> grade(const MaskResult& mask, const Result& audit) {
  const std::vector<const AttackerResult*> attackers = graded(mask);
  const auto assessed = static_cast<std::size_t>(
      std::count_if(attackers.begin(), attackers.end(), [](const AttackerResult* result) { return tried(*result); }));
  if (assessed == 0 && audit.given && audit.given->untold())
    return {Grade::not_assessed, "NOT ASSESSED: no method here could match rows to originals"};
  if (attackers.empty() && !mask.attackers.empty())
    return {Grade::not_assessed, "NOT ASSESSED: only a thief of the key was played"};
  if (assessed == 0) return {Grade::not_assessed, "NOT ASSESSED: no attack of this guise applies"};
  const auto any = [&](Status status) {
    return std::any_of(attackers.begin(), attackers.end(), [&](const AttackerResult* r) { return r->status() == status; });
  };
  if (any(Status::succeeded)) return success(attackers, audit.thresholds);
  const AttackerResult& best = *strongest(attackers);
  const std::int64_t records = worst_trial(best)->by_key.front().records();
  if (records < kFewRecords)
    return {Grade::too_few_records, fmt::format("TOO FEW RECORDS to judge: {}, and it takes {}", records, kFewRecords)};
  if (audit.identified && *audit.identified >= kIdentified)
    return {Grade::leaks, "LEAKS: the unmasked columns identify people"};
  if (any(Status::undecided)) return {Grade::undecided, "UNDECIDED: the intervals are too wide to say that it resists"};
  const std::size_t untried = attackers.size() - assessed;
  if (untried > assessed)
    return {Grade::not_assessed,
            fmt::format("NOT ASSESSED for {} of {} attackers; it resists the others", untried, attackers.size())};
  return {Grade::resists, "RESISTS the attacks tried"};
}

std::string subject(const Attacker& attacker) {
  std::string text = fmt::format(fmt::runtime(attacker.kind->subject), attacker.count);
  for (std::size_t i = 0; i < attacker.known.size(); ++i)
    text +=
        fmt::format("{}`{}`{}",
                    i == 0                           ? " "
                    : i + 1 == attacker.known.size() ? " and "
                                                     : ", ",
                    attacker.known[i], attacker.error(i) > 0 ? fmt::format(" with an error of {} sd", attacker.error(i)) : "");
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// The criterion by which the release gives most beyond the baseline, of columns: recovered variance or close entries.
const Criterion* most_exposed(const AttackerResult& result) {
  // Of equals, as where everything comes back, close entries: they are in the column's own units.
  const auto rank = [](const Criterion& each) {
    return std::pair(std::round(1e6 * each.excess.value), each.risk == Risk::close);
  };
  const Criterion* most = nullptr;
  for (const Criterion& each : result.criteria)
    if (each.column != Criterion::kAll && std::isfinite(each.excess.value) && (!most || rank(each) > rank(*most))) most = &each;
  return most;
}

/// What the same attacker has without the release: "8 % by guessing the mean", "40 % without the release".
std::string beside(const AttackerResult& result, const Criterion& criterion) {
  const bool knows = result.without.size() > 2;  // more than constants
  return fmt::format("{} {}", percent_text(criterion.baseline), knows ? "without the release" : "by the best constant");
}

/// "Anybody with the release gains little: bayes recovers 12 % of the variance (11 % without the release)."
std::string little_gained(const AttackerResult& result, const Trial& trial) {
  const bool undecided = result.status() == Status::undecided;
  return fmt::format("{} {}: {} recovers {} of the variance ({} {}){}.", subject(result.attacker),
                     undecided ? "may gain from the release" : "gains little from the release", trial.attack,
                     percent_text(std::max(0.0, 1 - trial.calibrated.value)), percent_text(explained_without(result)),
                     result.without.size() > 2 ? "without it" : "by the best constant",
                     undecided ? ", but the intervals are too wide to decide" : "");
}

/// "Anybody with the release gets 71 % of `income` to a tenth of its spread (8 % by the best constant), with bayes."
std::string sentence(const AttackerResult& result) {
  const Trial* trial = worst_trial(result);
  if (!trial)
    return fmt::format("{}: not assessed, {}.", subject(result.attacker),
                       result.trials.empty() ? "no attack applies" : result.trials[0].reason);
  const Criterion* most = most_exposed(result);
  if (result.status() != Status::succeeded || !most) return little_gained(result, *trial);
  const std::string& column = result.columns[most->column];
  if (most->risk == Risk::recovered)
    return fmt::format("{} gets {} of the variance of `{}` once its units are known ({}), with {}.", subject(result.attacker),
                       percent_text(most->value.value), column, beside(result, *most), most->attack);
  return fmt::format("{} gets {} of `{}` to a tenth of its spread ({}), with {}.", subject(result.attacker),
                     percent_text(most->value.value), column, beside(result, *most), most->attack);
}

/// "Somebody who knows 9 originals finds 67 % of them in the release, with link."; empty when nobody is found.
std::string finding(const AttackerResult& result) {
  const Trial* best = nullptr;
  for (const Trial& trial : result.trials)
    if (trial.linked && trial.linked->low > 0 && (!best || trial.linked->value > best->linked->value)) best = &trial;
  if (!best) return "";
  std::string out = result.attacker.kind->everyone
                        ? fmt::format(
                              "{} links {} of the people to their released records, with {}. It learns no value that it "
                              "did not know.",
                              subject(result.attacker), percent_text(best->linked->value), best->attack)
                        : fmt::format("{} finds {} of them in the release, with {}.", subject(result.attacker),
                                      percent_text(best->linked->value), best->attack);
  if (best->grouped && best->grouped->value > best->linked->value)
    out += fmt::format(" {} are linked to the right group of equal records.", percent_text(best->grouped->value));
  return out;
}

/// A number in five places.
std::string five(double value) {
  return value < 9.9995 ? fmt::format("{:5.3f}", value) : value < 99999.5 ? fmt::format("{:5.0f}", value) : " huge";
}

std::string row(const AttackerResult& result) {
  const Trial* trial = worst_trial(result);
  std::string name = result.attacker.text();
  if (text_width(name) > 22) name = fmt::format("{} ({} known)", result.attacker.kind->name, result.attacker.known.size());
  if (!trial) return fmt::format("  {:<22}  not assessed\n", name);
  const double half = (trial->nrmse.high - trial->nrmse.low) / 2;
  return fmt::format("  {:<22}  {:<20}  {} ±{}  {:>4} %  {}\n", name, shorten(trial->attack, 20), five(trial->nrmse.value),
                     five(half), percent(std::max(0.0, 1 - trial->calibrated.value)), status_name(result.status()));
}

/// What a given release was set beside its originals by.
std::string alignment(const Given& given) {
  if (given.untold()) return "nothing that tells";
  if (given.put_back) return "the values of the rows";
  return given.aligned == "order" ? "the order of the rows" : "column " + given.aligned;
}

/// "patients.csv: 3000 records, 8 attributes, every mask drawn with 5 keys"
std::string opening(const Result& result) {
  const std::string size =
      fmt::format("{}: {} records, {} attributes", result.table, result.records + result.held_out, result.columns.size());
  std::string out =
      result.given ? wrap(fmt::format("{}, beside {} by {}", size, result.given->file, alignment(*result.given)))
                   : wrap(fmt::format("{}, every mask drawn with {} key{}", size, result.keys, result.keys == 1 ? "" : "s"));
  if (result.held_out > 0)
    out += wrap(fmt::format("{} of the records are {}, to play other people's.", result.held_out,
                            result.given ? "left out" : "kept out of the releases"));
  return out;
}

}  // namespace

std::string_view grade_name(Grade grade) {
  constexpr std::string_view names[] = {"do not publish", "leaks", "resists", "undecided", "not assessed", "too few records"};
  return names[static_cast<int>(grade)];
}

Verdict verdict_of(const MaskResult& mask, const Result& result) {
  auto [value, headline] = grade(mask, result);
  Verdict out{.grade = value, .headline = std::move(headline), .sentences = {}};
  if (const AttackerResult* best = strongest(graded(mask))) {
    out.sentences.push_back(sentence(*best));
    if (std::string groups = group_inference_sentence(*best); !groups.empty()) out.sentences.push_back(std::move(groups));
  }
  for (const Recipient keyed : {Recipient::partner, Recipient::thief})
    for (const AttackerResult& attacker : mask.attackers)
      if (attacker.attacker.kind->recipient() == keyed && !std::ranges::count(graded(mask), &attacker))
        out.sentences.push_back(sentence(attacker));
  for (const AttackerResult& attacker : mask.attackers)
    if (std::string found = finding(attacker); !found.empty()) out.sentences.push_back(std::move(found));
  return out;
}

std::string verdict(const Result& result) {
  std::string out = opening(result);
  for (const std::string& warning : result.warnings) out += wrap("Note: " + warning, 6, 0);
  for (std::size_t m = 0; m < result.masks.size(); ++m) {
    const MaskResult& mask = result.masks[m];
    out += "\n" + wrap(fmt::format("{}. {}", m + 1, mask.mask), 3);
    const Verdict said = verdict_of(mask, result);
    out += fmt::format("   {}\n", said.headline);
    for (const std::string& warning : mask.warnings) out += wrap("Warning: " + warning, 12, 3);
    for (const std::string& note : mask.notes) out += wrap("Note: " + note, 9, 3);
    out += wrap(mask.certificate.sentence, 3, 3);
    if (mask.measured) out += wrap(measured_sentence(*mask.measured, mask.certificate), 3, 3);
    for (const std::string& each : said.sentences) out += wrap(each, 3, 3);
    out += fmt::format("\n  {:<22}  {:<20}  {:<12}  {:>6}  {}\n", "attacker", "worst attack", "error", "gets", "outcome");
    for (const AttackerResult& attacker : mask.attackers) out += row(attacker);
    out += utility_table(mask.utility);
  }
  out += "\n";
  if (result.keys == 1 && !result.given)
    out += wrap("Drawn with one key: how lucky it was is not in the intervals; more --keys tell.");
  out += wrap(
      "error: of the guess, over the attribute's standard deviation, with 95 % interval; 1 is guessing the mean. gets: share "
      "of the variance recovered once each attribute's units are known. outcome: against what the same knowledge tells "
      "without the release. An attack that fails proves nothing about attacks guise does not know; a formal guarantee holds "
      "against "
      "all of them, but of one record at a time, and not against who has the whole key.");
  if (!result.masks.empty() && !result.masks[0].utility.empty()) out += wrap(kUtilityLegend);
  return out;
}

}  // namespace guise::audit
