// SPDX-License-Identifier: Apache-2.0
// The verdict in plain words: sentences first, then the table; 80 columns.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "audit/grade.h"
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

Verdict verdict_of(const MaskResult& mask, const Result& result) {
  auto [value, headline] = grade_of(mask, result);
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
    out += wrap("Drawn with one key: how lucky it was is not in the intervals; more ‘keys’ tell.");
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
