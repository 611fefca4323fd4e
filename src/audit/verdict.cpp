// SPDX-License-Identifier: Apache-2.0
// The verdict's sentences: for each recipient the worst that it could do, beside the same without the release.
#include "audit/verdict.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>

#include "audit/group_inference.h"
#include "audit/next_step.h"

namespace guise::audit {
namespace {

std::string subject(const Attacker& attacker) {
  std::string text = fmt::format(fmt::runtime(attacker.kind->subject), attacker.count);
  if (attacker.count == 1)
    for (const auto& [many, one] :
         {std::pair{"1 records", "1 record"}, {"their released rows", "its released row"}, {"1 known pairs", "1 known pair"}})
      if (const std::size_t at = text.find(many); at != std::string::npos) text.replace(at, std::string_view(many).size(), one);
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

/// "recovers 97 % of `tax` (0 % without the release)"
std::string deed(const RecipientRisk& risk) {
  const std::string share = share_text(risk.value.value), without = share_text(risk.baseline);
  if (risk.figure == "recovered")
    return fmt::format("recovers {} of `{}` ({} without the release)", share, risk.column, without);
  if (risk.figure == "close")
    return fmt::format("guesses `{}` within 0.1 sd for {} of records ({} without the release)", risk.column, share, without);
  if (risk.figure == "whole")
    return fmt::format("guesses every value within 0.1 sd for {} of records ({} without the release)", share, without);
  if (risk.figure == "exact") return fmt::format("reconstructs {} of records exactly ({} without the release)", share, without);
  if (risk.figure == "linked")
    return risk.attacker->attacker.kind->everyone
               ? fmt::format("links {} of people to their released rows", share)
               : fmt::format("links {} of the people it knows to their released rows", share);
  if (risk.figure == "singling out")
    return fmt::format("describes exactly one person in {} of attempts ({} for people outside the release)", share, without);
  return fmt::format("links two halves of a person's record in {} of attempts ({} for people outside the release)", share,
                     without);
}

std::string sentence(const RecipientRisk& risk) {
  return fmt::format("{} {}. Attack: {}.", subject(risk.attacker->attacker), deed(risk), risk.attack);
}

/// Nothing reached its threshold: what the strongest attacker recovers of all columns together.
std::string little_gained(const AttackerResult& result) {
  const Trial& trial = *worst_trial(result);
  const bool undecided = result.status() == Status::undecided;
  return fmt::format("{} {}: {} recovered, {} without the release{}. Attack: {}.", subject(result.attacker),
                     undecided ? "may gain from the release" : "gains little",
                     share_text(std::max(0.0, 1 - trial.calibrated.value)), share_text(explained_without(result)),
                     undecided ? "; the intervals are too wide to decide" : "", trial.attack);
}

// What a recipient gains beyond those before it is said from this excess on.
constexpr double kMore = 0.02;

/// The risks that are there, of each recipient those that are more than what the recipients before it have.
std::vector<const RecipientRisk*> news(const std::vector<RecipientRisks>& rows) {
  std::vector<const RecipientRisk*> out;
  std::array<const RecipientRisk*, kDangers> had{};
  for (const RecipientRisks& row : rows)
    for (std::size_t i = 0; i < kDangers; ++i) {
      const RecipientRisk& risk = row.of[i];
      if (risk.level < RiskLevel::some) continue;
      if (had[i] && risk.level <= had[i]->level && risk.excess < had[i]->excess + kMore) continue;
      had[i] = &risk;
      out.push_back(&risk);
    }
  return out;
}

/// Those without a key first, whom the grade is about: their risks, or that little is gained. Partner and thief have a line of
/// their own.
std::vector<std::string> sentences_of(const MaskResult& mask, const std::vector<RecipientRisks>& rows) {
  std::vector<std::string> out;
  const std::vector<const RecipientRisk*> all = news(rows);
  const auto recipient = [](const RecipientRisk* risk) { return risk->attacker->attacker.kind->recipient(); };
  for (const RecipientRisk* risk : all)
    if (recipient(risk) < Recipient::partner) out.push_back(sentence(*risk));
  if (const AttackerResult* best = strongest(graded(mask))) {
    if (out.empty() && best->attacker.kind->recipient() < Recipient::partner) out.push_back(little_gained(*best));
    if (std::string groups = group_inference_sentence(*best); !groups.empty()) out.push_back(std::move(groups));
  }
  for (const Recipient keyed : {Recipient::partner, Recipient::thief}) {
    const RecipientRisk* worst = nullptr;
    for (const RecipientRisk* risk : all)
      if (recipient(risk) == keyed && (!worst || risk->excess > worst->excess)) worst = risk;
    if (worst) out.push_back(sentence(*worst) + (keyed == Recipient::thief ? " Keep the key secret." : ""));
  }
  return out;
}

}  // namespace

std::string share_text(double share) {
  if (share > 0.995 && share < 1) return "over 99 %";
  if (share > 0 && share < 0.005) return "under 1 %";
  return fmt::format("{} %", std::lround(100 * std::max(0.0, share)));
}

Verdict verdict_of(const MaskResult& mask, const Result& result) {
  auto [value, headline] = grade_of(mask, result);
  Verdict out{.grade = value,
              .headline = std::move(headline),
              .next = next_step(value, mask, result),
              .sentences = {},
              .risks = risks_by_recipient(mask, result.thresholds)};
  out.sentences = sentences_of(mask, out.risks);
  return out;
}

}  // namespace guise::audit
