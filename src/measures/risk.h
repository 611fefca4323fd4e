// SPDX-License-Identifier: Apache-2.0
// The three risks that a release must not carry to count as anonymous: singling out, linking, inferring (Article 29 Working
// Party, Opinion 05/2014), as rates of attacks, after Giomi, Boenisch, Wehmeyer and Tasnadi (PoPETs 2023, "Anonymeter"). Each
// attack is run on released people, on people who are not in the release (the control), and by somebody who only guesses. What
// it gets of the released beyond the control is about them; what it gets of both it would get of anybody.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/matrix.h"
#include "measures/measure.h"
#include "random/rng.h"

namespace guise::measures {

struct Tally {
  std::int64_t successes = 0, attacks = 0;
};

enum class RiskStatus {
  at_risk,                  ///< released people are hit more often than others: the interval is above 0
  no_excess,                ///< the attack works, and on others as well
  no_better_than_guessing,  ///< the attack does not work: nothing follows for the release
  not_assessed,
};
std::string_view risk_status_name(RiskStatus status);

struct Risk {
  Tally attack = {}, control = {};
  Tally baseline = {};  ///< of naive guessing; expected successes, rounded, where they are known
  Value risk = {};      ///< share of what the control leaves open that the attack gets; can be below 0 by chance
  RiskStatus status = RiskStatus::not_assessed;
  std::string reason = {};  ///< why it was not assessed
};

/// (r_a - r_c) / (1 - r_c) with r_a, r_c the middles of Wilson's intervals; half-width sqrt[(e_a / (1 - r_c))^2 + (e_c (r_a -
/// 1) / (1 - r_c)^2)^2], e their half-widths.
/// Where attacks depend on each other that is too narrow, and `least_half` may say what it is at least.
Value excess(const Tally& attack, const Tally& control, double least_half = 0);

/// Where the attack is not shown to beat guessing, whatever it does on the control, that is the finding. (Anonymeter prints a
/// warning and reports a risk all the same.)
Risk risk_of(const Tally& attack, const Tally& control, const Tally& baseline, double least_half = 0);

/// What the evaluators look at: originals of people in the release, the attacker's guess of the same rows, and originals of
/// people who are not in it.
struct Targets {
  const Matrix &truth, &guess, &control;
};
inline constexpr int kAttacks = 500;

/// Predicates that single out one guessed record, from the extremes of each attribute and from two to four attributes of a
/// record (at least or at most its value, on its side of the median). Success: exactly one original satisfies it. Guessing: the
/// chance that it does, were attributes independent.
Risk singling_out(const Targets& targets, const random::Rng& rng, int attacks = kAttacks);
/// P(exactly one of n records satisfies a predicate of weight w) = n w (1 - w)^(n - 1). Cohen and Nissim (2020).
double singling_out_chance(Index records, double weight);

/// Attributes of a person in two halves, drawn anew for each attack: success if the guessed records nearest to either half have
/// one in common. Guessing: two draws of that many records.
Risk linkability(const Targets& targets, const random::Rng& rng, int attacks = kAttacks, Index neighbours = 1);

/// All attributes of a person but one, each in turn, find the nearest guessed record, which tells that one. Success: to a tenth
/// of a standard deviation. (Anonymeter divides the error by the guess with its sign, so that every negative guess is right.)
/// Guessing: the most usual value.
Risk inference(const Targets& targets, const random::Rng& rng, int attacks = kAttacks);

/// Somebody with all originals links every guessed record to the nearest, in standardised attributes; success: its own. Of
/// equally near ones each counts for its part. People who are not in the release have no record to link: chance, 1 / records,
/// stands for control and guessing.
Risk record_linkage(const Matrix& truth, const Matrix& guess);

/// All four, in the order of reports.
struct NamedRisk {
  std::string_view name;     ///< "singling out"
  std::string_view summary;  ///< what the attack does
  Risk risk;
};
std::vector<NamedRisk> risks_of(const Targets& targets, const random::Rng& rng, int attacks = kAttacks);

}  // namespace guise::measures
