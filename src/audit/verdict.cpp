// SPDX-License-Identifier: Apache-2.0
// The verdict in plain words: sentences first, then the table; 80 columns.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "audit/score.h"
#include "audit/verdict.h"
#include "base/text.h"

namespace guise::audit {
namespace {

constexpr std::string_view kClose = "0.1";  // of a standard deviation: "to a tenth of its spread"

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

bool is_thief(const AttackerResult& result) {
  return result.attacker.kind->has(attacks::Fact::key);
}

/// The attacker without the key that recovers most; nullptr when nobody could try anything on the release.
const AttackerResult* strongest(const MaskResult& mask) {
  const AttackerResult* best = nullptr;
  for (const AttackerResult& result : mask.attackers) {
    if (is_thief(result) || !attacked(result)) continue;
    const auto rank = [](const AttackerResult& r) {
      return std::pair(r.status() != Status::succeeded, worst_trial(r)->calibrated.value);
    };
    if (!best || rank(result) < rank(*best)) best = &result;
  }
  return best;
}

std::pair<Grade, std::string> grade(const MaskResult& mask, bool untold) {
  const AttackerResult* best = strongest(mask);
  if (!best && untold) return {Grade::not_assessed, "NOT ASSESSED: nobody can tell whose row is whose"};
  if (!best && !mask.attackers.empty() && std::ranges::all_of(mask.attackers, is_thief))
    return {Grade::not_assessed, "NOT ASSESSED: only a thief of the key was played"};
  if (!best) return {Grade::not_assessed, "NOT ASSESSED: no attack of this guise applies"};
  const double recovered = 1 - worst_trial(*best)->calibrated.value;
  const bool succeeded = std::any_of(mask.attackers.begin(), mask.attackers.end(),
                                     [](const AttackerResult& r) { return !is_thief(r) && r.status() == Status::succeeded; });
  if (!succeeded) return {Grade::resists, "RESISTS the attacks tried"};
  if (recovered >= 0.9) return {Grade::do_not_publish, "DO NOT PUBLISH: nearly everything comes back"};
  if (recovered >= 0.5) return {Grade::do_not_publish, "DO NOT PUBLISH: most of it comes back"};
  return {Grade::leaks, "LEAKS: part of it comes back"};
}

std::string subject(const Attacker& attacker) {
  std::string text = fmt::format(fmt::runtime(attacker.kind->subject), attacker.count);
  for (std::size_t i = 0; i < attacker.known.size(); ++i)
    text += fmt::format("{}`{}`", i == 0 ? " " : i + 1 == attacker.known.size() ? " and " : ", ", attacker.known[i]);
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// "Anybody with the release gets 71 % of `income` to a tenth of its spread (8 % by guessing the mean), with bayes."
std::string sentence(const AttackerResult& result, const Result& audit) {
  const Trial* trial = worst_trial(result);
  if (!trial)
    return fmt::format("{}: not assessed, {}.", subject(result.attacker),
                       result.trials.empty() ? "no attack applies" : result.trials[0].reason);
  std::size_t exposed = 0;
  double least = 2;
  for (std::size_t j = 0; j < result.columns.size(); ++j) {
    const double left = calibrated(*trial, j).value;
    if (std::isfinite(left) && left < least) {
      least = left;
      exposed = j;
    }
  }
  if (trial->status == Status::resisted)
    return fmt::format("{} gets next to nothing{}: the best attack, {}, leaves {} of the spread.", subject(result.attacker),
                       result.attacker.known.empty() ? "" : " beyond what that tells anyway", trial->attack,
                       percent_text(std::min(1.0, std::sqrt(trial->calibrated.value))));
  const std::string& column = result.columns[exposed];
  const auto position =
      static_cast<std::size_t>(std::find(audit.columns.begin(), audit.columns.end(), column) - audit.columns.begin());
  const auto mean = measures::find_measure("within").compute(audit.mean[0]);
  const auto key = static_cast<std::size_t>(std::find(mean.keys.begin(), mean.keys.end(), kClose) - mean.keys.begin());
  const double hits = of_attribute(*trial, "within", exposed, kClose).value, by_mean = mean.attributes[position][key].value;
  if (hits <= by_mean)
    return fmt::format("{} gets {} of the variance of `{}` once its units are known, with {}.", subject(result.attacker),
                       percent_text(1 - least), column, trial->attack);
  return fmt::format("{} gets {} of `{}` to a tenth of its spread ({} by guessing the mean), with {}.",
                     subject(result.attacker), percent_text(hits), column, percent_text(by_mean), trial->attack);
}

/// "Somebody who knows 9 originals finds 67 % of them in the release, with link."; empty when nobody is found.
std::string finding(const AttackerResult& result) {
  const Trial* best = nullptr;
  for (const Trial& trial : result.trials)
    if (trial.linked && trial.linked->low > 0 && (!best || trial.linked->value > best->linked->value)) best = &trial;
  return best ? fmt::format("{} finds {} of them in the release, with {}.", subject(result.attacker),
                            percent_text(best->linked->value), best->attack)
              : "";
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
                     five(half), percent(std::max(0.0, 1 - trial->calibrated.value)), status_name(trial->status));
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
  constexpr std::string_view names[] = {"do not publish", "leaks", "resists", "not assessed"};
  return names[static_cast<int>(grade)];
}

Verdict verdict_of(const MaskResult& mask, const Result& result) {
  auto [value, headline] = grade(mask, result.given && result.given->untold());
  Verdict out{.grade = value, .headline = std::move(headline), .sentences = {}};
  if (const AttackerResult* best = strongest(mask)) out.sentences.push_back(sentence(*best, result));
  for (const AttackerResult& attacker : mask.attackers)
    if (is_thief(attacker)) out.sentences.push_back(sentence(attacker, result));
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
