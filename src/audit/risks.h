// SPDX-License-Identifier: Apache-2.0
// What each recipient of a release could do, as the three risks of the European guidelines name it (Article 29 Working Party,
// Opinion 05/2014): single people out, link their records, infer values. Of each the attack that adds most to what the same
// attacker has without the release.
#pragma once
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "audit/audit.h"

namespace guise::audit {

enum class Danger { inference, linkability, singling_out };
inline constexpr std::size_t kDangers = 3;
std::string_view danger_name(Danger danger);

/// By the gain: `some` is above the threshold of its figure, `high` above the one from which on a release is not published.
enum class RiskLevel { not_assessed, low, undecided, some, high };
std::string_view level_name(RiskLevel level);

/// Of one figure of one attacker.
RiskLevel level_of(const Criterion& criterion, const Thresholds& thresholds);

struct RecipientRisk {
  RiskLevel level = RiskLevel::not_assessed;
  const AttackerResult* attacker = nullptr;  ///< nullptr where nothing was assessed, as all that follows
  std::string figure = {};  ///< "recovered", "close", "whole", "exact", "linked", "singling out" or "linkability"
  std::string column = {};  ///< of the first two
  std::string attack = {};
  Spread value = {};
  double baseline = 0, excess = 0;
  double gain() const { return value.value - baseline; }
};

struct RecipientRisks {
  Recipient recipient;
  std::vector<std::string> attackers;           ///< that stand for it in this audit
  std::array<RecipientRisk, kDangers> of = {};  ///< in the order of Danger
  const RecipientRisk& worst() const;
};

std::string_view recipient_name(Recipient recipient);

/// In the order of Recipient, those that some attacker of the audit stands for.
std::vector<RecipientRisks> risks_by_recipient(const MaskResult& mask, const Thresholds& thresholds);

/// The risk of one attacker that its row shows: of all three the one that the release adds most to.
RecipientRisk worst_risk(const AttackerResult& attacker, const Thresholds& thresholds);

}  // namespace guise::audit
