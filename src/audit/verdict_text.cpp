// SPDX-License-Identifier: Apache-2.0
// The verdict on a terminal: the grade, what to do next, recipients and risks, then the tables; 80 columns.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "audit/verdict.h"
#include "base/text.h"

namespace guise::audit {
namespace {

/// "31 %", ">99 %", "<1 %": where room is short.
std::string brief(double share) {
  if (share > 0.995 && share < 1) return ">99 %";
  if (share > 0 && share < 0.005) return "<1 %";
  return share_text(share);
}

/// "97 % of tax", with the column shortened to what is left.
std::string figure_text(const RecipientRisk& risk, std::size_t width, std::string_view of = " of ") {
  const std::string share = brief(risk.value.value);
  if (risk.figure == "whole") return fmt::format("{}{}records", share, of);
  if (risk.figure == "exact") return share + " exact";
  if (risk.figure == "linked") return share + " linked";
  if (risk.column.empty()) return share;
  const std::string near = risk.figure == "close" ? " ±0.1" : "";
  const std::size_t taken = text_width(share) + of.size() + text_width(near);
  return fmt::format("{}{}{}{}", share, of, shorten(risk.column, width > taken ? width - taken : 1), near);
}

std::string padded(const std::string& text, std::size_t width) {
  const std::size_t taken = text_width(text);
  return taken < width ? text + std::string(width - taken, ' ') : text;
}

/// "high 97 % tax (0 %)"
std::string risk_cell(const RecipientRisk& risk, std::size_t width) {
  if (!risk.attacker) return padded("-", width);
  const std::string_view level = risk.level == RiskLevel::undecided ? "open" : level_name(risk.level);
  const std::string without = fmt::format(" ({})", brief(risk.baseline));
  const std::size_t left = width - 5 - text_width(without);
  const std::string figure = risk.column.empty() ? brief(risk.value.value) : figure_text(risk, left, " ");
  return padded(fmt::format("{:<4} {}{}", level, figure, without), width);
}

// In 80 columns: two for the margin, three between.
constexpr std::size_t kWho = 15, kInference = 26, kShare = 17;

std::string risk_grid(const std::vector<RecipientRisks>& rows) {
  if (rows.empty()) return "";
  const auto line = [](std::string_view who, const std::string& first, const std::string& second, const std::string& third) {
    std::string out = fmt::format("  {:<{}} {} {} {}", who, kWho, first, second, third);
    out.erase(out.find_last_not_of(' ') + 1);
    return out + "\n";
  };
  const auto head = [](Danger danger, std::size_t width) { return padded(std::string(danger_name(danger)), width); };
  std::string out = "\n" + line("risk for", head(Danger::inference, kInference), head(Danger::linkability, kShare),
                                head(Danger::singling_out, kShare));
  for (const RecipientRisks& row : rows)
    out += line(recipient_name(row.recipient), risk_cell(row.of[0], kInference), risk_cell(row.of[1], kShare),
                risk_cell(row.of[2], kShare));
  return out;
}

constexpr std::size_t kName = 20, kFigure = 20, kAttack = 14;

std::string attacker_row(const AttackerResult& result, const Thresholds& thresholds) {
  std::string name = result.attacker.text();
  if (text_width(name) > kName) name = fmt::format("{} ({} known)", result.attacker.kind->name, result.attacker.known.size());
  const RecipientRisk risk = worst_risk(result, thresholds);
  if (!worst_trial(result) || !risk.attacker) return fmt::format("  {}  not assessed\n", padded(name, kName));
  return fmt::format("  {}  {}  {:>7}  {:<9}  {}\n", padded(name, kName), padded(figure_text(risk, kFigure), kFigure),
                     brief(risk.baseline), status_name(result.status()), shorten(risk.attack, kAttack));
}

std::string attacker_table(const MaskResult& mask, const Thresholds& thresholds) {
  std::string out = fmt::format("\n  {:<{}}  {:<{}}  {:>7}  {:<9}  {}\n", "attacker", kName, "recovers", kFigure, "without",
                                "outcome", "attack");
  for (const AttackerResult& attacker : mask.attackers) out += attacker_row(attacker, thresholds);
  return out;
}

/// What a given release was set beside its originals by.
std::string alignment(const Given& given) {
  if (given.untold()) return "nothing: rows could not be matched";
  if (given.put_back) return "the values of the rows";
  return given.aligned == "order" ? "the order of the rows" : "column " + given.aligned;
}

/// "patients.csv: 3000 records, 8 columns, every mask drawn with 5 keys"
std::string opening(const Result& result) {
  const std::string size =
      fmt::format("{}: {} records, {} columns", result.table, result.records + result.held_out, result.columns.size());
  std::string out =
      result.given ? wrap(fmt::format("{}, compared with {} by {}", size, result.given->file, alignment(*result.given)))
                   : wrap(fmt::format("{}, every mask drawn with {} key{}", size, result.keys, result.keys == 1 ? "" : "s"));
  if (result.held_out > 0) out += wrap(fmt::format("{} records were held out for comparison.", result.held_out));
  return out;
}

std::string mask_text(const MaskResult& mask, const Result& result) {
  const Verdict said = verdict_of(mask, result);
  std::string out = fmt::format("   {}\n", said.headline);
  if (!said.next.empty()) out += wrap("Next: " + said.next, 9, 3);
  for (const std::string& each : said.sentences) out += wrap("- " + each, 5, 3);
  for (const std::string& warning : mask.warnings) out += wrap("Warning: " + warning, 12, 3);
  for (const std::string& note : mask.notes) out += wrap("Note: " + note, 9, 3);
  out += wrap(mask.certificate.sentence, 3, 3);
  if (mask.measured) out += wrap(measured_sentence(*mask.measured, mask.certificate), 3, 3);
  return out + risk_grid(said.risks) + attacker_table(mask, result.thresholds) + utility_table(mask.utility);
}

/// What a reader should not have to scroll for: the grades once more, at the end.
std::string in_short(const Result& result) {
  std::string out = "\nIn short\n";
  for (std::size_t m = 0; m < result.masks.size(); ++m) {
    const std::string headline = grade_of(result.masks[m], result).second;
    out += wrap(fmt::format("{}. {}: {}", m + 1, result.masks[m].mask, headline), 5, 2);
  }
  return result.masks.empty() ? "" : out;
}

}  // namespace

std::string verdict(const Result& result) {
  std::string out = opening(result);
  for (const std::string& warning : result.warnings) out += wrap("Note: " + warning, 6, 0);
  for (std::size_t m = 0; m < result.masks.size(); ++m)
    out += "\n" + wrap(fmt::format("{}. {}", m + 1, result.masks[m].mask), 3) + mask_text(result.masks[m], result);
  out += "\n";
  if (result.keys == 1 && !result.given)
    out += wrap("One key only: the intervals omit variation between keys. Use more ‘keys’.");
  out += wrap(
      "risk: what the release adds to what the recipient knows already. In brackets, and under \"without\": the same attacker "
      "without the release. ±0.1: share of records guessed within 0.1 sd; else share of the column's variance recovered.");
  out += wrap(thresholds_text(result.thresholds));
  out += wrap(
      "An attack that fails proves nothing about attacks that guise does not know. A formal guarantee covers unknown attacks "
      "too. It protects one record at a time, and not against a stolen key.");
  if (!result.masks.empty() && !result.masks[0].utility.empty()) out += wrap(kUtilityLegend);
  return out + in_short(result);
}

}  // namespace guise::audit
