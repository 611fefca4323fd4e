// SPDX-License-Identifier: Apache-2.0
// What a closer look at an attack shows.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/matrix.h"
#include "measures/breaches.h"
#include "measures/risk.h"

namespace guise::audit {

/// How far the guesses of an attribute are off, in standard deviations: the share in each cell.
struct ErrorShares {
  std::vector<double> edges, shares;
  double beyond = 0;  ///< the last edge
};

/// Truth against guess, counted in square cells with the same edges on both sides; values outside are in the outermost ones.
struct AgreementCells {
  std::vector<double> edges;
  Matrix counts;  ///< (cell of the truth, cell of the guess); cells of very few are 0: nobody is to be seen alone
};

/// Width of an interval that holds the truth with 95 %, in standard deviations of the attribute. NaN where it is not known.
struct IntervalWidths {
  double noise = measures::kNothing;      ///< as the noise alone suggests (Agrawal and Srikant)
  double posterior = measures::kNothing;  ///< as the attacker's posterior says, of the median record
  double measured = measures::kNothing;   ///< twice the 95 % quantile of the error
};

struct AttributeLook {
  std::size_t attribute;  ///< of the attacker's columns
  ErrorShares errors;
  AgreementCells agreement;
  Matrix points;  ///< truth and guess of single records, two columns; only where they were asked for
  IntervalWidths interval;
  measures::Value information;   ///< bits that the guess tells of the attribute, a lower bound of what the release tells
  measures::Value privacy_loss;  ///< 1 - 2^-information (Agrawal and Aggarwal)
};

/// A record that the guess comes much nearer to than the mean does.
struct Exposed {
  std::int64_t record;
  double gain;   ///< squared distance of the mean less that of the guess, per attribute, in squared standard deviations
  double error;  ///< of the guess: root mean square over the attributes, in standard deviations
};

struct Look {
  std::string attack;
  std::int64_t sample = 0;                ///< records it is made from
  std::vector<AttributeLook> attributes;  ///< in the order of the attacker's columns; of very many those it gets most of
  std::vector<Exposed> exposed;           ///< of the sample, the most exposed first …
  bool exposed_of_all = false;            ///< … or of the whole table
  std::vector<measures::NamedRisk> risks = {};
  std::optional<measures::Breaches> breaches = {};  ///< where the attacker has a posterior
};

}  // namespace guise::audit
